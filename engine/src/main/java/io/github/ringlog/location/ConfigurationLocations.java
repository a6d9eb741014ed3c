package io.github.ringlog.location;

import java.util.List;
import java.util.regex.Pattern;

import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.composite.CompositeConfiguration;

/**
 * Finds the files or URLs from which a configuration was read.
 */
public final class ConfigurationLocations {

	// A part in the text form of a composite configuration, which does not expose its
	// parts.
	private static final Pattern PART = Pattern.compile("\\w+Configuration\\[location=([^,\\]]+)");

	private ConfigurationLocations() {
	}

	/**
	 * Return the files or URLs.
	 * @param configuration the configuration
	 * @return one location, several if files override others, or none if the
	 * configuration was made in code
	 */
	public static List<String> of(Configuration configuration) {
		return Reading.orElse(List.of(), () -> {
			if (configuration instanceof CompositeConfiguration) {
				return PART.matcher(configuration.toString())
					.results()
					.map((part) -> part.group(1))
					.distinct()
					.toList();
			}
			String location = configuration.getConfigurationSource().getLocation();
			return (location != null) ? List.of(location) : List.of();
		});
	}

	/**
	 * Return whether a configuration is Spring Boot's own, even if
	 * {@code logging.log4j2.config.override} changes parts of it.
	 * @param configuration the configuration
	 * @return whether it is
	 */
	public static boolean isSpringBoots(Configuration configuration) {
		return of(configuration).stream()
			.anyMatch((location) -> location.contains("org/springframework/boot/logging/log4j2/"));
	}

}
