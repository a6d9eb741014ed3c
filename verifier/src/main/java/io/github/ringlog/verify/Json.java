package io.github.ringlog.verify;

import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Writes JSON: a record is an object of its components.
 */
final class Json {

	private static final Pattern CONTROL = Pattern.compile("\\p{Cc}");

	private Json() {
	}

	static String of(@Nullable Object value) {
		if (value instanceof Record object) {
			Map<String, @Nullable Object> members = new LinkedHashMap<>();
			for (RecordComponent component : object.getClass().getRecordComponents()) {
				try {
					members.put(component.getName(), component.getAccessor().invoke(object));
				}
				catch (ReflectiveOperationException ex) {
					throw new IllegalStateException(ex);
				}
			}
			return of(members);
		}
		if (value instanceof Map<?, ?> map) {
			return map.entrySet()
				.stream()
				.map((entry) -> quote(entry.getKey()) + ":" + of(entry.getValue()))
				.collect(Collectors.joining(",", "{", "}"));
		}
		if (value instanceof Collection<?> values) {
			return values.stream().map(Json::of).collect(Collectors.joining(",", "[", "]"));
		}
		return (value instanceof Number || value instanceof Boolean || value == null) ? String.valueOf(value)
				: quote(value);
	}

	private static String quote(Object value) {
		String escaped = value.toString().replace("\\", "\\\\").replace("\"", "\\\"");
		return '"'
				+ CONTROL.matcher(escaped).replaceAll((found) -> "\\\\u%04x".formatted((int) found.group().charAt(0)))
				+ '"';
	}

}
