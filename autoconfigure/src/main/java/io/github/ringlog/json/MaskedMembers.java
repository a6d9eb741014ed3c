package io.github.ringlog.json;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.json.JsonWriter.Members;
import org.springframework.boot.json.JsonWriter.ValueProcessor;
import org.springframework.boot.logging.structured.StructuredLoggingJsonMembersCustomizer;
import org.springframework.core.env.Environment;

/**
 * Masks the values of {@code ringlog.json.mask} where Spring Boot's layout encodes the
 * events: another appender or customizer must not reveal them.
 */
final class MaskedMembers implements StructuredLoggingJsonMembersCustomizer<Object> {

	private final Set<String> paths = new HashSet<>();

	MaskedMembers(Environment environment) {
		Binder binder = Binder.get(environment);
		List<String> keys = binder.bind("ringlog.json.mask", Bindable.listOf(String.class)).orElse(List.of());
		String prefix = binder.bind(JsonSettings.PREFIX + "context.prefix", String.class).orElse("");
		// The format is not known here.
		for (String key : keys) {
			for (JsonFormat format : JsonFormat.values()) {
				this.paths.add(format.path(prefix, key));
			}
		}
		// The path of a key that a format omits is empty, like the path of the line
		// itself.
		this.paths.remove("");
	}

	@Override
	public void customize(Members<Object> members) {
		if (!this.paths.isEmpty()) {
			members.applyingValueProcessor(ValueProcessor.of(Object.class, (value) -> JsonContext.MASKED)
				.whenHasPath((path) -> this.paths.contains(path.toUnescapedString())));
		}
	}

}
