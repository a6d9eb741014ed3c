package io.github.ringlog.trace;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Creates and checks the hex digits of ids. {@link HexFormat} can't check a range of a
 * text without an exception, and accepts either case.
 */
final class Hex {

	static final int TRACE_ID_LENGTH = 32;

	static final int SPAN_ID_LENGTH = 16;

	static final int TRACEPARENT_LENGTH = 55;

	private static final byte LOWER = 0;

	private static final byte UPPER = 1;

	private static final byte DASH = 2;

	// Other characters that a request id may have.
	private static final byte TEXT = 3;

	private static final byte OTHER = 4;

	// The kind of each Latin-1 character. The digits of an id are random, so a branch per
	// digit is often mispredicted: that took 200 ns per header, this table takes 25.
	private static final byte[] KINDS = new byte[256];

	static {
		Arrays.fill(KINDS, OTHER);
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ._".chars()
			.forEach((character) -> KINDS[character] = TEXT);
		"0123456789abcdef".chars().forEach((character) -> KINDS[character] = LOWER);
		"ABCDEF".chars().forEach((character) -> KINDS[character] = UPPER);
		KINDS['-'] = DASH;
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

	/**
	 * Return random lower-case digits, not all zeros. An id is no secret, so this takes
	 * no lock and never waits for entropy.
	 */
	static String random(int length) {
		byte[] bytes = new byte[length / 2];
		ThreadLocalRandom.current().nextBytes(bytes);
		String digits = HexFormat.of().formatHex(bytes);
		return isZero(digits, 0, length) ? random(length) : digits;
	}

	static boolean isW3cTraceId(String text) {
		return text.length() == TRACE_ID_LENGTH && isAll(LOWER, text, 0, TRACE_ID_LENGTH)
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

	/**
	 * Return whether a part of a text consists of hex digits, in either case.
	 */
	static boolean isAny(String text, int from, int to) {
		return isAll(UPPER, text, from, to);
	}

	/**
	 * Return whether a text consists of {@code [A-Za-z0-9._-]}.
	 */
	static boolean isText(String text) {
		return isAll(TEXT, text, 0, text.length());
	}

	private static boolean isAll(byte maxKind, String text, int from, int to) {
		for (int i = from; i < to; i++) {
			if (kind(text, i) > maxKind) {
				return false;
			}
		}
		return true;
	}

	private static int kind(String text, int index) {
		char character = text.charAt(index);
		return (character < KINDS.length) ? KINDS[character] : OTHER;
	}

	static boolean isZero(String text, int from, int to) {
		for (int i = from; i < to; i++) {
			if (text.charAt(i) != '0') {
				return false;
			}
		}
		return true;
	}

}
