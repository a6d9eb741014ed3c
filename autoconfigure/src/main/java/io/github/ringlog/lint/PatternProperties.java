package io.github.ringlog.lint;

import java.util.List;

import io.github.ringlog.environment.SuggestedProperties;
import io.github.ringlog.location.Reading;
import org.apache.logging.log4j.core.config.Configuration;
import org.jspecify.annotations.Nullable;

import org.springframework.core.env.Environment;

/**
 * Finds the Spring Boot property whose value contains a specifier of a pattern, so that a
 * finding can name what the user wrote.
 */
final class PatternProperties {

	private static final List<String> NAMES = List.of("logging.pattern.console", "logging.pattern.file",
			"logging.pattern.level", "logging.pattern.correlation", "logging.pattern.dateformat",
			"logging.exception-conversion-word");

	private static final List<String> OTHERS = List.of("logging.structured.format.console", "logging.file.name",
			"logging.file.path");

	private PatternProperties() {
	}

	/**
	 * Return whether Spring Boot's own configuration writes to the console alone, with
	 * its default pattern.
	 */
	static boolean areDefaults(Environment environment) {
		for (String name : NAMES) {
			if (environment.containsProperty(name) && !(name.equals(SuggestedProperties.CORRELATION_PATTERN)
					&& SuggestedProperties.areInForce(environment))) {
				return false;
			}
		}
		return OTHERS.stream().noneMatch(environment::containsProperty);
	}

	/**
	 * Return the name of the property whose value contains a specifier, or {@code null}
	 * if there is none.
	 */
	static @Nullable String describe(Environment environment, Configuration configuration, String pattern,
			int position) {
		return NAMES.stream().filter((name) -> {
			String printed = Reading.orElse("",
					() -> configuration.getStrSubstitutor().replace(environment.getProperty(name, "")));
			int start = pattern.lastIndexOf(printed, position);
			return start >= 0 && position < start + printed.length();
		}).findFirst().orElse(null);
	}

}
