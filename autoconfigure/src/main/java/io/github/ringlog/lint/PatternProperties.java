package io.github.ringlog.lint;

import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import io.github.ringlog.report.Credentials;
import org.apache.logging.log4j.core.config.Configuration;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Finds the property of Spring Boot in whose value a specifier of a pattern stands, so
 * that a finding can name what the user has written.
 */
final class PatternProperties {

	private static final List<String> NAMES = List.of("logging.pattern.console", "logging.pattern.file",
			"logging.pattern.level", "logging.pattern.correlation", "logging.pattern.dateformat",
			"logging.exception-conversion-word");

	private PatternProperties() {
	}

	/**
	 * Find the property that a finding is about.
	 * @param environment the environment of the application, if it has one
	 * @param configuration the configuration of the pattern
	 * @param pattern the pattern, as it is in force
	 * @param position index of the specifier
	 * @return the name of the property and where it is set, or {@code null} if the
	 * specifier stands in no property
	 */
	static @Nullable String describe(@Nullable Environment environment, Configuration configuration,
			@Nullable String pattern, int position) {
		if (!(environment instanceof ConfigurableEnvironment configurable) || pattern == null || position < 0) {
			return null;
		}
		for (String name : NAMES) {
			ConfigurationProperty property = property(configurable, name);
			if (property != null) {
				String value = configuration.getStrSubstitutor()
					.replace(environment.resolvePlaceholders(String.valueOf(property.getValue())));
				if (covers(pattern, value, position)) {
					return (property.getOrigin() != null) ? Credentials.hide(name + ", set by " + property.getOrigin())
							: name;
				}
			}
		}
		return null;
	}

	/**
	 * Return a property as it is written, or {@code null} if it is not set.
	 */
	static @Nullable String written(@Nullable Environment environment, String name) {
		ConfigurationProperty property = (environment instanceof ConfigurableEnvironment configurable)
				? property(configurable, name) : null;
		return (property != null) ? String.valueOf(property.getValue()) : null;
	}

	private static @Nullable ConfigurationProperty property(ConfigurableEnvironment environment, String name) {
		ConfigurationPropertyName propertyName = ConfigurationPropertyName.of(name);
		return StreamSupport
			.stream(ConfigurationPropertySources.from(environment.getPropertySources()).spliterator(), false)
			.flatMap((source) -> Stream.ofNullable(source.getConfigurationProperty(propertyName)))
			.findFirst()
			.orElse(null);
	}

	private static boolean covers(String pattern, String value, int position) {
		for (int i = pattern.indexOf(value); i >= 0 && !value.isEmpty(); i = pattern.indexOf(value, i + 1)) {
			if (i <= position && position < i + value.length()) {
				return true;
			}
		}
		return false;
	}

}
