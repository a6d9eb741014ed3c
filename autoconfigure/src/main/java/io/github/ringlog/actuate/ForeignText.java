package io.github.ringlog.actuate;

import java.util.regex.Pattern;

/**
 * Text of a caller that goes to the log and to answers.
 */
final class ForeignText {

	// What begins a line, is not seen, or changes how its surroundings are shown.
	private static final Pattern UNFIT = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]");

	private ForeignText() {
	}

	/**
	 * Return a text with a question mark in place of each control or format character,
	 * line separator and half of a surrogate pair.
	 */
	static String clean(String text) {
		return UNFIT.matcher(text).replaceAll("?");
	}

}
