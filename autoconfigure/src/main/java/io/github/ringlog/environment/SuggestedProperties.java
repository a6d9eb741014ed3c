package io.github.ringlog.environment;

import java.util.Map;

import org.springframework.boot.env.DefaultPropertiesPropertySource;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * A value for a property of Spring Boot's that makes trace ids visible. It joins the
 * default properties of the application, below whatever the user sets.
 */
final class SuggestedProperties {

	static final String CORRELATION_PATTERN = "logging.pattern.correlation";

	private SuggestedProperties() {
	}

	static void add(ConfigurableEnvironment environment, RingLogProperties.Trace trace) {
		// With Micrometer Tracing on the class path, Spring Boot has a format for ids.
		if (!trace.enabled() || environment.containsProperty(CORRELATION_PATTERN)
				|| environment.getProperty(LoggingSystem.EXPECT_CORRELATION_ID_PROPERTY, Boolean.class, false)) {
			return;
		}
		DefaultPropertiesPropertySource.addOrMerge(Map.of(CORRELATION_PATTERN, "%esb{%X{" + trace.mdcKey() + "}}"),
				environment.getPropertySources());
	}

}
