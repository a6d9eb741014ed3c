package io.github.ringlog.report;

import java.util.regex.Pattern;

/**
 * Makes text of others fit for a report, where it must neither begin a line nor change
 * how its surroundings are shown.
 */
public final class PrintableText {

	// Control and format characters, separators of lines, halves of surrogate pairs.
	private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]");

	private PrintableText() {
	}

	/**
	 * Return a text on one line.
	 * @param text any text
	 * @return the text, with the escapes of Java in place of what can't be printed
	 */
	public static String of(CharSequence text) {
		return UNPRINTABLE.matcher(text).replaceAll((match) -> "\\\\u%04x".formatted(match.group().codePointAt(0)));
	}

}
