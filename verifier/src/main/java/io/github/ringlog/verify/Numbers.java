package io.github.ringlog.verify;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Finds the number of a line in its text: the run, which is seven times a lower-case
 * letter and a digit, then a hyphen and the number. No letter and no digit stands beside
 * it.
 */
final class Numbers {

	static final int RUN_LENGTH = 14;

	private static final Pattern RUN = Pattern.compile("(?:[a-z][0-9]){7}");

	private static final int MAX_DIGITS = 18;

	private static final int INDENTATION = 4;

	String run = "";

	long number;

	/**
	 * Find the first number of a line.
	 * @return whether there is one
	 */
	boolean find(byte[] bytes, int from, int to) {
		for (int hyphen = from + RUN_LENGTH; hyphen < to - 1; hyphen++) {
			int start = hyphen - RUN_LENGTH;
			if (bytes[hyphen] == '-' && isRun(bytes, start) && isFree(bytes, from, start)
					&& readNumber(bytes, hyphen + 1, to)) {
				this.run = new String(bytes, start, RUN_LENGTH, StandardCharsets.US_ASCII);
				return true;
			}
		}
		return false;
	}

	/**
	 * Return whether a line may continue the one before: it begins with a tab or with
	 * four spaces. A pattern that begins with padding prints such lines, too.
	 */
	static boolean isIndented(byte[] bytes, int from, int to) {
		int spaces = from;
		while (spaces < to && spaces < from + INDENTATION && bytes[spaces] == ' ') {
			spaces++;
		}
		return spaces == from + INDENTATION || (from < to && bytes[from] == '\t');
	}

	/** Return whether a text may be the name of a run. */
	static boolean isRun(String text) {
		return RUN.matcher(text).matches();
	}

	private static boolean isRun(byte[] bytes, int from) {
		// From the end: the last one is most often no digit.
		for (int i = from + RUN_LENGTH - 1; i > from; i -= 2) {
			if (!isDigit(bytes[i]) || bytes[i - 1] < 'a' || bytes[i - 1] > 'z') {
				return false;
			}
		}
		return true;
	}

	/**
	 * Return whether no letter and no digit comes before. The end of a color does not
	 * count.
	 */
	private static boolean isFree(byte[] bytes, int from, int start) {
		return start == from || !isLetterOrDigit(bytes[start - 1])
				|| (start - from > 2 && bytes[start - 1] == 'm' && isDigit(bytes[start - 2]));
	}

	private boolean readNumber(byte[] bytes, int from, int to) {
		int i = from;
		this.number = 0;
		while (i < to && i - from <= MAX_DIGITS && isDigit(bytes[i])) {
			this.number = 10 * this.number + bytes[i] - '0';
			i++;
		}
		return i > from && i - from <= MAX_DIGITS && bytes[from] != '0' && (i == to || !isLetterOrDigit(bytes[i]));
	}

	private static boolean isDigit(byte character) {
		return character >= '0' && character <= '9';
	}

	private static boolean isLetterOrDigit(byte character) {
		return isDigit(character) || (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
	}

}
