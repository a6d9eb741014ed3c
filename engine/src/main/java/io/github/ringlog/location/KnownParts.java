package io.github.ringlog.location;

import java.util.List;

import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.filter.RegexFilter;

/**
 * Distinguishes known parts of a configuration from parts that may do anything.
 */
final class KnownParts {

	private static final List<String> PACKAGES = List.of("org.apache.logging.log4j.", "org.springframework.boot.",
			"co.elastic.logging.log4j2.", "io.github.ringlog.pattern.");

	// Micrometer's filter is in each application with the Actuator, and only counts.
	private static final String METRICS = "io.micrometer.core.instrument.binder.logging.Log4j2Metrics";

	// Cached, because this is asked for each event.
	private static final ClassValue<Boolean> KEEP_NO_EVENT = new ClassValue<>() {

		@Override
		protected Boolean computeValue(Class<?> type) {
			return (isKnown(type) && type.isAnnotationPresent(Plugin.class)) || countsOnly(type);
		}

	};

	private KnownParts() {
	}

	static boolean isKnown(Class<?> type) {
		for (String name : PACKAGES) {
			if (type.getName().startsWith(name)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Return the simple name of a layout of Log4j's or Elastic's, or an empty text for
	 * any other.
	 */
	static String layout(Class<?> type) {
		return (isKnown(type) && !type.getName().startsWith("org.springframework.")) ? type.getSimpleName() : "";
	}

	/**
	 * Return whether a part of a configuration is known to read neither the format nor
	 * the parameters of a message. Micrometer's filter is known, scripts are not. Filters
	 * read the text, except {@link RegexFilter}, which can be configured to read the
	 * format of some messages.
	 */
	static boolean readsNoParameters(Class<?> type) {
		return (isKnown(type) || countsOnly(type)) && type != RegexFilter.class
				&& !type.getSimpleName().contains("Script");
	}

	static boolean countsOnly(Class<?> type) {
		return type.getName().startsWith(METRICS);
	}

	/**
	 * Return whether a filter is known to keep no event, which may change once it is
	 * written. A mock has the package of the mocked class, but is no plugin.
	 */
	static boolean keepsNoEvent(Class<?> type) {
		return KEEP_NO_EVENT.get(type);
	}

}
