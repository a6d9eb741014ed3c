package io.github.ringlog.trace;

/**
 * Digits of ids, without an object in between.
 */
final class Hex {

	static final int TRACE_ID_LENGTH = 32;

	static final int SPAN_ID_LENGTH = 16;

	static final int TRACEPARENT_LENGTH = 55;

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

	static boolean isLower(String text, int from, int to) {
		for (int i = from; i < to; i++) {
			char character = text.charAt(i);
			if (!isDigit(character) && !isBetween(character, 'a', 'f')) {
				return false;
			}
		}
		return true;
	}

	static boolean isAny(String text, int from, int to) {
		for (int i = from; i < to; i++) {
			char character = text.charAt(i);
			if (!isDigit(character) && !isBetween(character, 'a', 'f') && !isBetween(character, 'A', 'F')) {
				return false;
			}
		}
		return true;
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
