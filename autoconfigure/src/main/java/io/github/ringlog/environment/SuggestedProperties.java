package io.github.ringlog.environment;

import java.util.Map;

import org.springframework.boot.env.DefaultPropertiesPropertySource;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Suggests a value for a property of Spring Boot's, so that log lines have trace ids and
 * line numbers. The value is a default property of the application, which any value of
 * the user's overrides.
 */
public final class SuggestedProperties {

	/** The name of the property. */
	public static final String CORRELATION_PATTERN = "logging.pattern.correlation";

	private static final String NUMBER = "%seq{[}{] }";

	// Spring Boot's own pattern, which it uses if it expects ids.
	private static final String SPRING_BOOT = "%correlationId";

	private SuggestedProperties() {
	}

	static void add(ConfigurableEnvironment environment, RinglogProperties properties) {
		String pattern = pattern(environment, properties);
		if (!environment.containsProperty(CORRELATION_PATTERN) && !pattern.isEmpty() && !pattern.equals(SPRING_BOOT)) {
			DefaultPropertiesPropertySource.addOrMerge(Map.of(CORRELATION_PATTERN, pattern),
					environment.getPropertySources());
		}
	}

	/**
	 * Return whether the property has the suggested value, or is not set.
	 * @param environment the environment of the application
	 * @return whether the user has not set another value
	 */
	public static boolean areInForce(Environment environment) {
		String pattern = environment.getProperty(CORRELATION_PATTERN);
		return pattern == null || pattern.equals(pattern(environment, RinglogProperties.of(environment)));
	}

	private static String pattern(Environment environment, RinglogProperties properties) {
		return (properties.receipts().enabled() ? NUMBER : "") + ids(environment, properties.trace());
	}

	private static String ids(Environment environment, RinglogProperties.Trace trace) {
		// With Micrometer Tracing on the class path, Spring Boot has a format for ids.
		if (environment.getProperty(LoggingSystem.EXPECT_CORRELATION_ID_PROPERTY, Boolean.class, false)) {
			return SPRING_BOOT;
		}
		return trace.enabled() ? "%esb{%X{" + trace.mdcKey() + "}}" : "";
	}

}
