package io.github.ringlog.environment;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.ringlog.ring.OverflowPolicy;
import io.github.ringlog.ring.RingSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.logging.LogLevel;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.unit.DataSize;

/**
 * Values that a property allows.
 *
 * @param description what is allowed, in words
 * @param test whether a value, or an element of a list or a map, is allowed
 */
record AllowedValues(String description, Predicate<Object> test) {

	// RFC 9110, section 5.6.2: token.
	private static final Predicate<String> HEADER = Pattern.compile("[!#$%&'*+\\-.^_`|~0-9A-Za-z]+").asMatchPredicate();

	// Characters that need no escape in a pattern.
	private static final Predicate<String> MDC_KEY = Pattern.compile("[A-Za-z0-9._-]+").asMatchPredicate();

	private static final Predicate<String> PLAIN_KEY = Pattern.compile("[A-Za-z0-9-]+").asMatchPredicate();

	private static final Set<String> MAY_BE_EMPTY = Set.of("ringlog.synchronous.loggers",
			"ringlog.trace.request-headers", "ringlog.trace.response-header", "ringlog.trace.mdc-headers",
			"ringlog.json.mask");

	// Stands for the name of any appender.
	private static final String ANY_ISOLATED = "ringlog.isolation.appender";

	private static final Pattern ISOLATED = Pattern.compile("ringlog\\.isolation(?:\\.[^.\\[]+|\\[[^\\]]+])(?=\\.|$)");

	private static final Map<String, @Nullable Object> DEFAULTS = values(RingLogProperties.defaults());

	private static final Map<String, AllowedValues> ALL = new TreeMap<>();

	static {
		DEFAULTS.forEach((name, value) -> ALL.put(name, new AllowedValues(ofType(value), (any) -> true)));
		allow("ringlog.buffer.size", "a power of two from 128 to 1048576", Integer.class, AllowedValues::isBufferSize);
		allow("ringlog.buffer.max-memory", "a data size of 1MB or more, such as 64MB", DataSize.class,
				(size) -> size.toBytes() >= RingSettings.MIN_MEMORY);
		allow(ANY_ISOLATED + ".buffer-size", "a power of two from 128 to 1048576", Integer.class,
				AllowedValues::isBufferSize);
		allow(ANY_ISOLATED + ".policy", "one of drop, block", OverflowPolicy.class,
				(policy) -> policy != OverflowPolicy.SYNCHRONOUS);
		for (String group : List.of("ringlog.overflow", ANY_ISOLATED)) {
			allow(group + ".max-block", "a duration greater than 0, such as 500ms", Duration.class,
					AllowedValues::isPositive);
			allow(group + ".drop-level", "one of trace, debug, info, warn, error, fatal", LogLevel.class,
					(level) -> level != LogLevel.OFF);
		}
		for (String level : List.of("trace", "debug", "info", "warn")) {
			allow("ringlog.shedding." + level, "a ratio greater than 0 and at most 1, such as 0.8", Double.class,
					(ratio) -> ratio > 0 && ratio <= 1);
		}
		allow("ringlog.json.max-line", "a data size from 1KB to 1GB, such as 16KB", DataSize.class,
				(size) -> size.toKilobytes() >= 1 && size.toGigabytes() <= 1);
		allow("ringlog.json.mask", "a list of MDC keys", String.class, (key) -> !key.isBlank());
		allow("ringlog.synchronous.loggers", "a list of logger names", String.class, (name) -> !name.isBlank());
		allow("ringlog.shutdown.drain-timeout", "a duration of 0 or more, such as 10s", Duration.class,
				(timeout) -> !timeout.isNegative());
		allow("ringlog.trace.mdc-key", "a name of letters, digits, '.', '_' and '-'", String.class, MDC_KEY);
		allow("ringlog.trace.request-headers", "a list of HTTP header names", String.class, HEADER);
		allow("ringlog.trace.response-header", "the name of an HTTP header, or empty", String.class,
				HEADER.or(String::isEmpty));
		allow("ringlog.trace.propagation", "a list of w3c and b3, or passthrough alone", TracePropagation.class,
				(format) -> true);
		allow("ringlog.trace.mdc-headers",
				"a map from HTTP header names to MDC keys of letters, digits, '.', '_' and '-'", Map.Entry.class,
				(entry) -> HEADER.test((String) entry.getKey()) && MDC_KEY.test((String) entry.getValue()));
		allow("ringlog.health.stall-timeout", "a duration greater than 0, such as 10s", Duration.class,
				AllowedValues::isPositive);
	}

	private static <T> void allow(String name, String description, Class<T> type, Predicate<T> test) {
		ALL.put(name, new AllowedValues(description, (value) -> test.test(type.cast(value))));
	}

	private static boolean isBufferSize(int size) {
		return size >= RingSettings.MIN_BUFFER_SIZE && size <= RingSettings.MAX_BUFFER_SIZE
				&& Integer.bitCount(size) == 1;
	}

	private static boolean isPositive(Duration duration) {
		return !duration.isNegative() && !duration.isZero();
	}

	/**
	 * Describe the values of an enum or a boolean.
	 */
	private static String ofType(@Nullable Object value) {
		return (value instanceof Enum<?> constant) ? Arrays.stream(constant.getDeclaringClass().getEnumConstants())
			.map(AllowedValues::label)
			.collect(Collectors.joining(", ", "one of ", "")) : "true or false";
	}

	/**
	 * Return what each property allows, by its name.
	 */
	static Map<String, AllowedValues> all() {
		return ALL;
	}

	/**
	 * Return what a property allows, or {@code null} if there is no such property.
	 */
	static @Nullable AllowedValues of(String name) {
		return ALL.get(standIn(name));
	}

	/**
	 * Return the name that stands for a property of any isolated appender, or the name
	 * itself.
	 */
	static String standIn(String name) {
		return ISOLATED.matcher(name).replaceFirst(ANY_ISOLATED);
	}

	/**
	 * Return a property for the same isolated appender as another one, where they are of
	 * any.
	 */
	static String like(String name, String standIn) {
		Matcher isolated = ISOLATED.matcher(name);
		return isolated.find() ? standIn.replace(ANY_ISOLATED, isolated.group()) : standIn;
	}

	static boolean mayBeEmpty(String name) {
		return MAY_BE_EMPTY.contains(name);
	}

	/**
	 * Return whether a name is that of a property, or of an element of a list or a map.
	 */
	static boolean isKnown(ConfigurationPropertyName name) {
		return isKnown(name, ConfigurationPropertyName::of) || DEFAULTS.entrySet()
			.stream()
			.anyMatch((entry) -> entry.getValue() instanceof Map
					&& ConfigurationPropertyName.of(entry.getKey()).isAncestorOf(name));
	}

	/**
	 * Return whether a name comes from an environment variable of a property. There an
	 * underscore may stand for a hyphen, but Spring Boot does not find a map by such a
	 * name.
	 */
	static boolean isKnownVariable(ConfigurationPropertyName name) {
		return isKnown(name) || isKnown(name, (known) -> ConfigurationPropertyName.of(known.replace('-', '.')));
	}

	private static boolean isKnown(ConfigurationPropertyName name, Function<String, ConfigurationPropertyName> form) {
		ConfigurationPropertyName ofAny = ConfigurationPropertyName.of(standIn(name.toString()));
		return ALL.keySet().stream().map(form).anyMatch(ofAny::equals) || DEFAULTS.entrySet()
			.stream()
			.filter((entry) -> entry.getValue() instanceof List)
			.anyMatch((entry) -> form.apply(entry.getKey()).isParentOf(name) && name.isLastElementIndexed());
	}

	/**
	 * Return the values of all properties, by their names.
	 */
	static Map<String, @Nullable Object> values(RingLogProperties properties) {
		Map<String, @Nullable Object> values = new TreeMap<>();
		collect("ringlog", properties, values);
		return values;
	}

	private static void collect(String group, Record properties, Map<String, @Nullable Object> values) {
		for (RecordComponent component : properties.getClass().getRecordComponents()) {
			String name = group + "." + DataObjectPropertyName.toDashedForm(component.getName());
			Object value = ReflectionUtils.invokeMethod(component.getAccessor(), properties);
			if (value instanceof Record nested) {
				collect(name, nested, values);
			}
			else if (value instanceof Map<?, ?> isolated && name.equals("ringlog.isolation")) {
				isolated.forEach((key, isolation) -> collect(name + element((String) key), (Record) isolation, values));
			}
			else {
				values.put(name, value);
			}
		}
	}

	private static String element(String key) {
		return PLAIN_KEY.test(key) ? "." + key : "[" + key + "]";
	}

	/**
	 * Return a constant as users see it.
	 */
	static String label(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
