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
 * Hides the values of {@code ringlog.json.mask} where Spring Boot's layout encodes the
 * events: what is masked must not be shown because of another appender or customizer.
 */
final class MaskedMembers implements StructuredLoggingJsonMembersCustomizer<Object> {

	private final Set<String> paths = new HashSet<>();

	MaskedMembers(Environment environment) {
		Binder binder = Binder.get(environment);
		List<String> keys = binder.bind("ringlog.json.mask", Bindable.listOf(String.class)).orElse(List.of());
		String prefix = binder.bind(JsonSettings.PREFIX + "context.prefix", String.class).orElse("");
		// Does not know which format it is for.
		for (String key : keys) {
			for (JsonFormat format : JsonFormat.values()) {
				this.paths.add(format.path(prefix, key));
			}
		}
		// A key that a format leaves out has none; the line itself has the empty one.
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
