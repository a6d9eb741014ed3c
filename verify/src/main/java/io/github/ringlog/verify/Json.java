package io.github.ringlog.verify;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Writes JSON: a record is an object of its components.
 */
final class Json {

	private Json() {
	}

	static String of(@Nullable Object value) {
		if (value instanceof Record object) {
			List<String> members = new ArrayList<>();
			for (RecordComponent component : object.getClass().getRecordComponents()) {
				try {
					members.add(quote(component.getName()) + ":" + of(component.getAccessor().invoke(object)));
				}
				catch (ReflectiveOperationException ex) {
					throw new IllegalStateException(ex);
				}
			}
			return "{" + String.join(",", members) + "}";
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
		StringBuilder text = new StringBuilder("\"");
		value.toString().chars().forEach((character) -> {
			if (character == '"' || character == '\\') {
				text.append('\\').append((char) character);
			}
			else if (Character.isISOControl(character)) {
				text.append("\\u%04x".formatted(character));
			}
			else {
				text.append((char) character);
			}
		});
		return text.append('"').toString();
	}

}
