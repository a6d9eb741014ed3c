package io.github.ringlog.trace;

import java.nio.charset.StandardCharsets;

/**
 * Digits of ids, without an object in between.
 */
final class Hex {

	static final int TRACE_ID_LENGTH = 32;

	static final int SPAN_ID_LENGTH = 16;

	static final int TRACEPARENT_LENGTH = 55;

	private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.ISO_8859_1);

	private Hex() {
	}

	static boolean isW3cTraceId(String text) {
		return text.length() == TRACE_ID_LENGTH && isLower(text, 0, TRACE_ID_LENGTH)
				&& !isZero(text, 0, TRACE_ID_LENGTH);
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

	static void copy(String text, byte[] target, int offset) {
		for (int i = 0; i < text.length(); i++) {
			target[offset + i] = (byte) text.charAt(i);
		}
	}

	/**
	 * Write the 16 digits of a number.
	 */
	static void write(long number, byte[] target, int offset) {
		for (int i = 0; i < SPAN_ID_LENGTH; i++) {
			target[offset + i] = DIGITS[(int) (number >>> (60 - 4 * i)) & 0xF];
		}
	}

}
