package io.github.ringlog.environment;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.util.ReflectionUtils;

/**
 * Values that a property allows, as it stands beside the property in
 * {@link RingLogProperties}.
 *
 * @param description what is allowed, in words
 * @param test whether a value, or an element of a list or a map, is allowed
 * @param mayBeEmpty whether it may be set to nothing
 */
record AllowedValues(String description, Predicate<Object> test, boolean mayBeEmpty) {

	private static final Predicate<String> PLAIN_KEY = Pattern.compile("[A-Za-z0-9-]+").asMatchPredicate();

	// Stands for the name of any appender.
	private static final String ANY_ISOLATED = "ringlog.isolation.appender";

	private static final Pattern ISOLATED = Pattern.compile("ringlog\\.isolation(?:\\.[^.\\[]+|\\[[^\\]]+])(?=\\.|$)");

	private static final Map<String, @Nullable Object> DEFAULTS = values(RingLogProperties.defaults());

	private static final Map<String, AllowedValues> ALL = new TreeMap<>();

	static {
		collect("ringlog", RingLogProperties.class);
	}

	private static void collect(String group, Class<?> properties) {
		for (RecordComponent component : properties.getRecordComponents()) {
			String name = group + "." + DataObjectPropertyName.toDashedForm(component.getName());
			Allowed.Only only = component.getAnnotation(Allowed.Only.class);
			if (component.getType().isRecord()) {
				collect(name, component.getType());
			}
			else if (ANY_ISOLATED.startsWith(name)) {
				collect(ANY_ISOLATED, RingLogProperties.Isolation.class);
			}
			else {
				ALL.put(name,
						(only != null)
								? new AllowedValues(only.value().description + (only.orEmpty() ? ", or empty" : ""),
										only.value()::test, only.orEmpty())
								: new AllowedValues(ofType(component.getType()), (any) -> true, false));
			}
		}
	}

	/**
	 * Describe the values of an enum or a boolean.
	 */
	private static String ofType(Class<?> type) {
		return !type.isEnum() ? "true or false"
				: Arrays.stream(type.getEnumConstants())
					.map((constant) -> label((Enum<?>) constant))
					.collect(Collectors.joining(", ", "one of ", ""));
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
