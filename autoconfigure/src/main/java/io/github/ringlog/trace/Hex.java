package io.github.ringlog.trace;

/**
 * Checks digits of ids, without an object in between. {@link java.util.HexFormat} checks
 * no range of a text, and takes letters in either case.
 */
final class Hex {

	static final int TRACE_ID_LENGTH = 32;

	static final int SPAN_ID_LENGTH = 16;

	static final int TRACEPARENT_LENGTH = 55;

	// The kind of a character is a bit, so that a group of characters has the bits of all
	// its kinds. A zero has none: only a group of zeros is without a bit.
	private static final int ZERO = 0;

	private static final int LOWER = 0x1;

	private static final int UPPER = 0x2;

	// The other characters of a request id.
	private static final int TEXT = 0x4;

	private static final int OTHER = 0x8;

	// The kind of each character of Latin 1. The digits of an id are random, and a branch
	// on each of them would be predicted wrongly: that took 200 ns a header, this 20.
	private static final byte[] KINDS = new byte[256];

	static {
		for (char character = 0; character < KINDS.length; character++) {
			KINDS[character] = (byte) findKind(character);
		}
	}

	private Hex() {
	}

	static boolean isW3cTraceId(String text) {
		return text.length() == TRACE_ID_LENGTH && kinds(text, 0, TRACE_ID_LENGTH) == LOWER;
	}

	static boolean isB3TraceId(String text, int length) {
		return (length == TRACE_ID_LENGTH || length == SPAN_ID_LENGTH) && isNotZero(kinds(text, 0, length));
	}

	static boolean isSpanId(String text) {
		return text.length() == SPAN_ID_LENGTH && isNotZero(kinds(text, 0, SPAN_ID_LENGTH));
	}

	/**
	 * Return whether a text of 55 characters or more begins with the four groups of
	 * lower-case digits of a traceparent, and neither id is zero.
	 */
	static boolean isTraceparent(String text) {
		if (text.charAt(2) != '-' || text.charAt(35) != '-' || text.charAt(52) != '-') {
			return false;
		}
		int others = kind(text, 0) | kind(text, 1) | kind(text, 53) | kind(text, 54);
		return kinds(text, 3, 35) == LOWER && kinds(text, 36, 52) == LOWER && (others & ~LOWER) == 0;
	}

	static boolean isAny(String text, int from, int to) {
		return isDigits(kinds(text, from, to));
	}

	/**
	 * Return whether all of a text is of {@code [A-Za-z0-9._-]}.
	 */
	static boolean isText(String text) {
		return (kinds(text, 0, text.length()) & OTHER) == 0;
	}

	private static boolean isDigits(int kinds) {
		return (kinds & ~(LOWER | UPPER)) == 0;
	}

	private static boolean isNotZero(int kinds) {
		return kinds != ZERO && isDigits(kinds);
	}

	/**
	 * Return the kinds of the characters of a range.
	 */
	private static int kinds(String text, int from, int to) {
		int kinds = ZERO;
		for (int i = from; i < to; i++) {
			kinds |= kind(text, i);
		}
		return kinds;
	}

	private static int kind(String text, int index) {
		char character = text.charAt(index);
		return (character < KINDS.length) ? KINDS[character] : OTHER;
	}

	private static int findKind(char character) {
		if (character == '0') {
			return ZERO;
		}
		if (isDigit(character) || isBetween(character, 'a', 'f')) {
			return LOWER;
		}
		if (isBetween(character, 'A', 'F')) {
			return UPPER;
		}
		boolean text = isBetween(character, 'a', 'z') || isBetween(character, 'A', 'Z') || character == '-'
				|| character == '.' || character == '_';
		return text ? TEXT : OTHER;
	}

	static boolean isDigit(char character) {
		return isBetween(character, '0', '9');
	}

	static boolean isBetween(char character, char first, char last) {
		return character >= first && character <= last;
	}

}
