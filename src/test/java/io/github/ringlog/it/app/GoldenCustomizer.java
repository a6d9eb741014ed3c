package io.github.ringlog.it.app;

import java.util.Locale;

import org.springframework.boot.json.JsonWriter.Members;
import org.springframework.boot.logging.structured.StructuredLoggingJsonMembersCustomizer;

/**
 * A customiser of the structured formats of the user's own.
 */
public final class GoldenCustomizer implements StructuredLoggingJsonMembersCustomizer<Object> {

	@Override
	public void customize(Members<Object> members) {
		members.applyingNameProcessor((path, name) -> name.toUpperCase(Locale.ROOT));
	}

}
