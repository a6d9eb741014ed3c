package io.github.ringlog.environment;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

/**
 * The properties there are, and what each allows, in words.
 */
final class AllowedValues {

	private static final String BOOLEAN = "true or false";

	private static final String RATIO = "a ratio greater than 0 and at most 1, such as 0.8";

	private static final String HEADER = "the name of an HTTP header";

	private static final String HEADERS = "a list of names of HTTP headers";

	// What is allowed, by property.
	private static final Map<String, String> ALLOWED = Map.ofEntries(Map.entry("ringlog.enabled", BOOLEAN),
			Map.entry("ringlog.buffer.size", "a power of two from 128 to 1048576"),
			Map.entry("ringlog.buffer.wait-strategy", "one of adaptive, blocking, sleeping, yielding, busy-spin"),
			Map.entry("ringlog.overflow.policy", "one of block, drop, synchronous"),
			Map.entry("ringlog.overflow.max-block", "a duration greater than 0, such as 500ms"),
			Map.entry("ringlog.overflow.drop-level", "one of trace, debug, info, warn, error, fatal"),
			Map.entry("ringlog.shedding.trace", RATIO), Map.entry("ringlog.shedding.debug", RATIO),
			Map.entry("ringlog.shedding.info", RATIO), Map.entry("ringlog.shedding.warn", RATIO),
			Map.entry("ringlog.synchronous.loggers", "a list of names of loggers"),
			Map.entry("ringlog.shutdown.drain-timeout", "a duration of 0 or more, such as 30s"),
			Map.entry("ringlog.appenders.enabled", BOOLEAN),
			Map.entry("ringlog.location.validation", "one of warn, fail, off"),
			Map.entry("ringlog.location.capture", BOOLEAN), Map.entry("ringlog.trace.enabled", BOOLEAN),
			Map.entry("ringlog.trace.mdc-key", "a name of letters, digits, '.', '_' and '-'"),
			Map.entry("ringlog.trace.request-headers", HEADERS),
			Map.entry("ringlog.trace.response-header", HEADER + ", or nothing"),
			Map.entry("ringlog.trace.trust-incoming", BOOLEAN), Map.entry("ringlog.trace.propagate", BOOLEAN),
			Map.entry("ringlog.health.stall-timeout", "a duration greater than 0, such as 10s"));

	private static final Set<String> MAY_BE_EMPTY = Set.of("ringlog.synchronous.loggers",
			"ringlog.trace.request-headers", "ringlog.trace.response-header");

	private AllowedValues() {
	}

	/**
	 * Return what a property, or an element of it, allows; {@code null} when there is no
	 * such property.
	 */
	static @Nullable String of(String name) {
		int index = name.indexOf('[');
		return ALLOWED.get((index > 0) ? name.substring(0, index) : name);
	}

	static boolean mayBeEmpty(String name) {
		return MAY_BE_EMPTY.contains(name);
	}

	static Set<String> names() {
		return new TreeSet<>(ALLOWED.keySet());
	}

	/**
	 * Return the names above those of properties, which can't have a value.
	 */
	static Set<String> groups() {
		Set<String> groups = new TreeSet<>();
		for (String name : ALLOWED.keySet()) {
			groups.add(name.substring(0, name.lastIndexOf('.')));
		}
		return groups;
	}

	/**
	 * Return the names of the properties in a group.
	 */
	static Set<String> names(String group) {
		Set<String> names = names();
		names.removeIf((name) -> !name.startsWith(group + "."));
		return names;
	}

}
