package io.github.ringlog.environment;

import java.util.Map;

import org.springframework.boot.env.DefaultPropertiesPropertySource;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * A value for a property of Spring Boot's that makes trace ids and the numbers of lines
 * visible. It joins the default properties of the application, below whatever the user
 * sets.
 */
final class SuggestedProperties {

	static final String CORRELATION_PATTERN = "logging.pattern.correlation";

	private static final String NUMBER = "%seq{[}{] }";

	// Spring Boot's own, which it uses where it expects ids.
	private static final String SPRING_BOOT = "%correlationId";

	private SuggestedProperties() {
	}

	static void add(ConfigurableEnvironment environment, RingLogProperties properties) {
		String pattern = (properties.receipts().enabled() ? NUMBER : "") + ids(environment, properties.trace());
		if (!environment.containsProperty(CORRELATION_PATTERN) && !pattern.isEmpty() && !pattern.equals(SPRING_BOOT)) {
			DefaultPropertiesPropertySource.addOrMerge(Map.of(CORRELATION_PATTERN, pattern),
					environment.getPropertySources());
		}
	}

	private static String ids(ConfigurableEnvironment environment, RingLogProperties.Trace trace) {
		// With Micrometer Tracing on the class path, Spring Boot has a format for ids.
		if (environment.getProperty(LoggingSystem.EXPECT_CORRELATION_ID_PROPERTY, Boolean.class, false)) {
			return SPRING_BOOT;
		}
		return trace.enabled() ? "%esb{%X{" + trace.mdcKey() + "}}" : "";
	}

}
