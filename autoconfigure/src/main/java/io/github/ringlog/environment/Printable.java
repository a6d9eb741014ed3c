package io.github.ringlog.environment;

import java.util.regex.Pattern;

/**
 * Keeps a text of a user on the line of a report that quotes it.
 */
final class Printable {

	private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

	private Printable() {
	}

	static String of(CharSequence text) {
		return CONTROL.matcher(text).replaceAll((match) -> "\\\\u%04x".formatted(match.group().codePointAt(0)));
	}

}
