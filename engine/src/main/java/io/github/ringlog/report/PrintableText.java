package io.github.ringlog.report;

import java.util.regex.Pattern;

/**
 * Makes text from outside fit for a report, where it must neither begin a line nor change
 * how the text around it is shown.
 */
public final class PrintableText {

	// Control and format characters, line separators, unpaired surrogates.
	private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]");

	private PrintableText() {
	}

	/**
	 * Return a text on one line.
	 * @param text any text
	 * @return the text, with Java's escapes for unprintable characters
	 */
	public static String of(CharSequence text) {
		return UNPRINTABLE.matcher(text).replaceAll((match) -> "\\\\u%04x".formatted(match.group().codePointAt(0)));
	}

}
