package io.github.ringlog.environment;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.env.DefaultPropertiesPropertySource;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.util.ClassUtils;

/**
 * Values for Spring Boot's own properties that make trace ids visible. They join the
 * default properties of the application, below whatever the user sets.
 */
final class SuggestedProperties {

	static final String CORRELATION_PATTERN = "logging.pattern.correlation";

	static final String CONTEXT_PROPAGATION = "spring.reactor.context-propagation";

	private SuggestedProperties() {
	}

	static void add(ConfigurableEnvironment environment, RingLogProperties.Trace trace, ClassLoader loader) {
		if (!trace.enabled()) {
			return;
		}
		Map<String, Object> suggested = new LinkedHashMap<>();
		// With Micrometer Tracing on the class path, Spring Boot has a format for ids.
		if (!environment.getProperty(LoggingSystem.EXPECT_CORRELATION_ID_PROPERTY, Boolean.class, false)) {
			suggested.put(CORRELATION_PATTERN, "%resb{%X{" + trace.mdcKey() + "}}");
		}
		// Without it only some of Reactor's operators have the id in the MDC.
		if (ClassUtils.isPresent("reactor.core.publisher.Hooks", loader)
				&& ClassUtils.isPresent("io.micrometer.context.ContextRegistry", loader)) {
			suggested.put(CONTEXT_PROPAGATION, "auto");
		}
		suggested.keySet().removeIf(environment::containsProperty);
		DefaultPropertiesPropertySource.addOrMerge(suggested, environment.getPropertySources());
	}

}
