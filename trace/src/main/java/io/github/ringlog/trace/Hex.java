package io.github.ringlog.trace;

/**
 * Checks digits of ids, without an object in between. {@link java.util.HexFormat} checks
 * no range of a text, and takes letters in either case.
 */
final class Hex {

	static final int TRACE_ID_LENGTH = 32;

	static final int SPAN_ID_LENGTH = 16;

	static final int TRACEPARENT_LENGTH = 55;

	private static final int LOWER = 0;

	private static final int UPPER = 1;

	private static final int DASH = 2;

	// The other characters of a request id.
	private static final int TEXT = 3;

	private static final int OTHER = 4;

	// The kind of each character of Latin 1. The digits of an id are random, and a branch
	// on each of them would be predicted wrongly: that took 200 ns a header, this 25.
	private static final byte[] KINDS = new byte[256];

	static {
		for (char character = 0; character < KINDS.length; character++) {
			KINDS[character] = (byte) findKind(character);
		}
	}

	// The kinds of the characters of a traceparent, in their order.
	private static final byte[] TRACEPARENT = new byte[TRACEPARENT_LENGTH];

	static {
		TRACEPARENT[2] = DASH;
		TRACEPARENT[35] = DASH;
		TRACEPARENT[52] = DASH;
	}

	private Hex() {
	}

	static boolean isW3cTraceId(String text) {
		return text.length() == TRACE_ID_LENGTH && isLower(text, 0, TRACE_ID_LENGTH)
				&& !isZero(text, 0, TRACE_ID_LENGTH);
	}

	static boolean isB3TraceId(String text, int length) {
		return (length == TRACE_ID_LENGTH || length == SPAN_ID_LENGTH) && isAny(text, 0, length)
				&& !isZero(text, 0, length);
	}

	static boolean isSpanId(String text) {
		return text.length() == SPAN_ID_LENGTH && isAny(text, 0, SPAN_ID_LENGTH) && !isZero(text, 0, SPAN_ID_LENGTH);
	}

	/**
	 * Return whether a text of 55 characters or more begins with the four groups of
	 * lower-case digits of a traceparent.
	 */
	static boolean isTraceparent(String text) {
		for (int i = 0; i < TRACEPARENT.length; i++) {
			if (kind(text, i) != TRACEPARENT[i]) {
				return false;
			}
		}
		return true;
	}

	private static boolean isLower(String text, int from, int to) {
		for (int i = from; i < to; i++) {
			if (kind(text, i) != LOWER) {
				return false;
			}
		}
		return true;
	}

	static boolean isAny(String text, int from, int to) {
		for (int i = from; i < to; i++) {
			if (kind(text, i) > UPPER) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Return whether all of a text is of {@code [A-Za-z0-9._-]}.
	 */
	static boolean isText(String text) {
		for (int i = 0; i < text.length(); i++) {
			if (kind(text, i) > TEXT) {
				return false;
			}
		}
		return true;
	}

	private static int kind(String text, int index) {
		char character = text.charAt(index);
		return (character < KINDS.length) ? KINDS[character] : OTHER;
	}

	private static int findKind(char character) {
		if (isDigit(character) || isBetween(character, 'a', 'f')) {
			return LOWER;
		}
		if (isBetween(character, 'A', 'F')) {
			return UPPER;
		}
		if (character == '-') {
			return DASH;
		}
		boolean text = isBetween(character, 'a', 'z') || isBetween(character, 'A', 'Z') || character == '.'
				|| character == '_';
		return text ? TEXT : OTHER;
	}

	static boolean isZero(String text, int from, int to) {
		for (int i = from; i < to; i++) {
			if (text.charAt(i) != '0') {
				return false;
			}
		}
		return true;
	}

	static boolean isDigit(char character) {
		return isBetween(character, '0', '9');
	}

	static boolean isBetween(char character, char first, char last) {
		return character >= first && character <= last;
	}

}
