package io.github.ringlog.lint;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Shows specifiers in a pattern, with a caret under each. Of a long pattern it shows the
 * part around the first.
 */
final class PatternExcerpt {

	private static final int LENGTH = 100;

	private static final int BEFORE = 40;

	private static final String CUT = "\u2026";

	private PatternExcerpt() {
	}

	/**
	 * Return the lines, each with a line break before it.
	 * @param pattern the pattern
	 * @param positions the indexes of the specifiers, in ascending order; may be none
	 * @param escape makes a text printable
	 */
	static String of(String pattern, int[] positions, UnaryOperator<String> escape) {
		int start = 0;
		int end = pattern.length();
		if (end > LENGTH) {
			start = (positions.length > 0) ? Math.max(0, Math.min(positions[0] - BEFORE, end - LENGTH)) : 0;
			end = start + LENGTH;
		}
		String before = (start > 0) ? CUT : "";
		StringBuilder carets = new StringBuilder();
		for (int position : positions) {
			if (position < end) {
				int column = before.length() + escape.apply(pattern.substring(start, position)).length();
				carets.append(" ".repeat(column - carets.length())).append('^');
			}
		}
		String line = "\n    " + before + escape.apply(pattern.substring(start, end))
				+ ((end < pattern.length()) ? CUT : "");
		return (positions.length == 0) ? line : line + "\n    " + carets + " position "
				+ Arrays.stream(positions).mapToObj(Integer::toString).collect(Collectors.joining(", "));
	}

}
