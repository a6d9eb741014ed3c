package io.github.ringlog.location;

import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.composite.CompositeConfiguration;

/**
 * Tells Spring Boot's own configuration from those that users write.
 */
public final class SpringBootConfiguration {

	private static final String DIRECTORY = "org/springframework/boot/logging/log4j2/";

	private SpringBootConfiguration() {
	}

	/**
	 * Return whether a configuration is Spring Boot's own, also where
	 * {@code logging.log4j2.config.override} changes parts of it.
	 * @param configuration the configuration
	 * @return whether it is
	 */
	public static boolean is(Configuration configuration) {
		// The text form of a composite configuration names its parts, and nothing else
		// does.
		String location = (configuration instanceof CompositeConfiguration) ? configuration.toString()
				: configuration.getConfigurationSource().getLocation();
		return location != null && location.contains(DIRECTORY);
	}

}
