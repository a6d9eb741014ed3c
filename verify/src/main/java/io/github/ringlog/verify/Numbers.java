package io.github.ringlog.verify;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds the number of a line in its text: the run, which is seven times a lower-case
 * letter and a digit, then a hyphen and the number. No letter and no digit stands beside
 * it.
 */
final class Numbers {

	static final int RUN_LENGTH = 14;

	private static final int MAX_DIGITS = 18;

	private static final int ESCAPE = 0x1B;

	private Numbers() {
	}

	/**
	 * Find the first number. A line that begins with a tab or four spaces continues
	 * another one and has none.
	 * @param found takes the run and the number
	 * @return whether there is one
	 */
	static boolean find(byte[] bytes, int from, int to, Found found) {
		if (isContinuation(bytes, from, to)) {
			return false;
		}
		for (int hyphen = from + RUN_LENGTH; hyphen < to - 1; hyphen++) {
			if (bytes[hyphen] == '-' && isRun(bytes, hyphen - RUN_LENGTH) && isFree(bytes, from, hyphen - RUN_LENGTH)
					&& readNumber(bytes, hyphen + 1, to, found)) {
				found.run(bytes, hyphen - RUN_LENGTH);
				return true;
			}
		}
		return false;
	}

	private static boolean isContinuation(byte[] bytes, int from, int to) {
		if (from < to && bytes[from] == '\t') {
			return true;
		}
		int spaces = from;
		while (spaces < to && bytes[spaces] == ' ') {
			spaces++;
		}
		return spaces - from >= 4;
	}

	static boolean isRun(byte[] bytes, int from) {
		// From the end: the last one is most often no digit.
		for (int i = from + RUN_LENGTH - 1; i > from; i -= 2) {
			if (!isDigit(bytes[i]) || bytes[i - 1] < 'a' || bytes[i - 1] > 'z') {
				return false;
			}
		}
		return true;
	}

	/**
	 * Return whether a text may be the name of a run.
	 */
	static boolean isRun(String text) {
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		return bytes.length == RUN_LENGTH && isRun(bytes, 0);
	}

	/**
	 * Return whether no letter and no digit comes before. The end of a color does not
	 * count.
	 */
	private static boolean isFree(byte[] bytes, int from, int start) {
		if (start == from || !isLetterOrDigit(bytes[start - 1])) {
			return true;
		}
		int i = start - 1;
		if (bytes[i--] != 'm') {
			return false;
		}
		while (i > from && (isDigit(bytes[i]) || bytes[i] == ';')) {
			i--;
		}
		return i > from && bytes[i] == '[' && bytes[i - 1] == ESCAPE;
	}

	private static boolean readNumber(byte[] bytes, int from, int to, Found found) {
		long number = 0;
		int i = from;
		while (i < to && i - from <= MAX_DIGITS && isDigit(bytes[i])) {
			number = 10 * number + bytes[i] - '0';
			i++;
		}
		found.number = number;
		return i > from && i - from <= MAX_DIGITS && bytes[from] != '0' && (i == to || !isLetterOrDigit(bytes[i]));
	}

	private static boolean isDigit(byte character) {
		return character >= '0' && character <= '9';
	}

	private static boolean isLetterOrDigit(byte character) {
		return isDigit(character) || (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
	}

	/**
	 * The run and the number of a line. One object for all lines; the name of a run is
	 * made when it changes.
	 */
	static final class Found {

		private final byte[] run = new byte[RUN_LENGTH];

		private String name = "";

		long number;

		void run(byte[] bytes, int from) {
			if (Arrays.mismatch(this.run, 0, RUN_LENGTH, bytes, from, from + RUN_LENGTH) >= 0) {
				System.arraycopy(bytes, from, this.run, 0, RUN_LENGTH);
				this.name = new String(this.run, StandardCharsets.US_ASCII);
			}
		}

		String run() {
			return this.name;
		}

	}

}
