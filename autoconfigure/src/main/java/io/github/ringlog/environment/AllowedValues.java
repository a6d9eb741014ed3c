package io.github.ringlog.environment;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.ringlog.engine.RingSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.logging.LogLevel;
import org.springframework.util.ReflectionUtils;

/**
 * Values that a property allows.
 *
 * @param description what is allowed, in words
 * @param test whether a value, or an element of a list or a map, is allowed
 */
record AllowedValues(String description, Predicate<Object> test) {

	// RFC 9110, section 5.6.2: token.
	private static final Predicate<String> HEADER = Pattern.compile("[!#$%&'*+\\-.^_`|~0-9A-Za-z]+").asMatchPredicate();

	// What can be part of a pattern as it is.
	private static final Predicate<String> MDC_KEY = Pattern.compile("[A-Za-z0-9._-]+").asMatchPredicate();

	private static final AllowedValues RATIO = of(Double.class, "a ratio greater than 0 and at most 1, such as 0.8",
			(ratio) -> ratio > 0 && ratio <= 1);

	private static final Map<String, AllowedValues> SPECIAL = Map.ofEntries(
			Map.entry("ringlog.buffer.size",
					of(Integer.class, "a power of two from 128 to 1048576",
							(size) -> size >= RingSettings.MIN_BUFFER_SIZE && size <= RingSettings.MAX_BUFFER_SIZE
									&& Integer.bitCount(size) == 1)),
			Map.entry("ringlog.overflow.max-block", positiveDuration("500ms")),
			Map.entry("ringlog.overflow.drop-level",
					of(LogLevel.class, "one of trace, debug, info, warn, error, fatal",
							(level) -> level != LogLevel.OFF)),
			Map.entry("ringlog.shedding.trace", RATIO), Map.entry("ringlog.shedding.debug", RATIO),
			Map.entry("ringlog.shedding.info", RATIO), Map.entry("ringlog.shedding.warn", RATIO),
			Map.entry("ringlog.synchronous.loggers",
					of(String.class, "a list of names of loggers", (name) -> !name.isBlank())),
			Map.entry("ringlog.shutdown.drain-timeout",
					of(Duration.class, "a duration of 0 or more, such as 30s", (timeout) -> !timeout.isNegative())),
			Map.entry("ringlog.trace.mdc-key",
					of(String.class, "a name of letters, digits, '.', '_' and '-'", MDC_KEY)),
			Map.entry("ringlog.trace.request-headers", of(String.class, "a list of names of HTTP headers", HEADER)),
			Map.entry("ringlog.trace.response-header",
					of(String.class, "the name of an HTTP header, or nothing", HEADER.or(String::isEmpty))),
			Map.entry("ringlog.trace.propagation",
					of(TracePropagation.class, "a list of w3c and b3, or passthrough alone", (format) -> true)),
			Map.entry("ringlog.trace.mdc-headers", of(Map.Entry.class,
					"a map of names of HTTP headers to MDC keys, which are names of letters, digits, '.', '_' and '-'",
					(header) -> HEADER.test((String) header.getKey()) && MDC_KEY.test((String) header.getValue()))),
			Map.entry("ringlog.health.stall-timeout", positiveDuration("10s")));

	private static final Set<String> MAY_BE_EMPTY = Set.of("ringlog.synchronous.loggers",
			"ringlog.trace.request-headers", "ringlog.trace.response-header", "ringlog.trace.mdc-headers");

	private static final Map<String, @Nullable Object> DEFAULTS = values(RingLogProperties.defaults());

	private static final Map<String, AllowedValues> ALL = new TreeMap<>();

	static {
		DEFAULTS.forEach((name, value) -> {
			AllowedValues special = SPECIAL.get(name);
			ALL.put(name, (special != null) ? special : ofType(value));
		});
	}

	/**
	 * Return what the type of a value allows, which is a constant or a boolean.
	 */
	private static AllowedValues ofType(@Nullable Object value) {
		String description = (value instanceof Enum<?> constant)
				? Arrays.stream(constant.getDeclaringClass().getEnumConstants())
					.map(AllowedValues::label)
					.collect(Collectors.joining(", ", "one of ", ""))
				: "true or false";
		return new AllowedValues(description, (any) -> true);
	}

	private static <T> AllowedValues of(Class<T> type, String description, Predicate<T> test) {
		return new AllowedValues(description, (value) -> test.test(type.cast(value)));
	}

	private static AllowedValues positiveDuration(String example) {
		return of(Duration.class, "a duration greater than 0, such as " + example,
				(duration) -> !duration.isNegative() && !duration.isZero());
	}

	/**
	 * Return what each property allows, by its name.
	 */
	static Map<String, AllowedValues> all() {
		return ALL;
	}

	/**
	 * Return the names of all properties.
	 */
	static Set<String> names() {
		return ALL.keySet();
	}

	static boolean mayBeEmpty(String name) {
		return MAY_BE_EMPTY.contains(name);
	}

	/**
	 * Return whether a name is that of a property, or of an element of a list or a map.
	 */
	static boolean isKnown(ConfigurationPropertyName name) {
		return DEFAULTS.entrySet().stream().anyMatch((entry) -> {
			ConfigurationPropertyName known = ConfigurationPropertyName.of(entry.getKey());
			return known.equals(name) || (entry.getValue() instanceof Map && known.isAncestorOf(name))
					|| (entry.getValue() instanceof List && known.isParentOf(name) && name.isLastElementIndexed());
		});
	}

	/**
	 * Return what is allowed, as a sentence.
	 */
	String sentence() {
		return "It must be " + this.description + ".";
	}

	/**
	 * Return the values of properties by name.
	 */
	static Map<String, @Nullable Object> values(RingLogProperties properties) {
		Map<String, @Nullable Object> values = new TreeMap<>();
		collect("ringlog", properties, values);
		return values;
	}

	private static void collect(String prefix, Record group, Map<String, @Nullable Object> values) {
		for (RecordComponent component : group.getClass().getRecordComponents()) {
			String name = prefix + "." + DataObjectPropertyName.toDashedForm(component.getName());
			Object value = ReflectionUtils.invokeMethod(component.getAccessor(), group);
			if (value instanceof Record nested) {
				collect(name, nested, values);
			}
			else {
				values.put(name, value);
			}
		}
	}

	/**
	 * Return a constant as users see it.
	 */
	static String label(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
