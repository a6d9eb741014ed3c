package io.github.ringlog.lint;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.ringlog.report.Credentials;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.composite.CompositeConfiguration;

/**
 * Tells where a configuration was read from.
 */
final class ConfigurationLocations {

	// The text form of each part of a composite configuration.
	private static final Pattern PART = Pattern.compile("\\w+Configuration\\[location=([^,\\]]+)");

	private ConfigurationLocations() {
	}

	/**
	 * Return the files or addresses, without credentials.
	 * @param configuration the configuration
	 * @return one location, several when it overrides others, or none when it was made in
	 * code
	 */
	static List<String> of(Configuration configuration) {
		if (configuration instanceof CompositeConfiguration) {
			// There is no other way to its parts.
			Matcher parts = PART.matcher(configuration.toString());
			return parts.results().map((part) -> Credentials.hide(part.group(1))).distinct().toList();
		}
		String location = configuration.getConfigurationSource().getLocation();
		return (location != null) ? List.of(Credentials.hide(location)) : List.of();
	}

	/**
	 * Return the locations for people to read.
	 */
	static String describe(Configuration configuration) {
		List<String> locations = of(configuration);
		if (!locations.isEmpty()) {
			return String.join(", ", locations);
		}
		return (configuration.getName() != null) ? configuration.getName() : configuration.getClass().getSimpleName();
	}

}
