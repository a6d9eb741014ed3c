package io.github.ringlog.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

import io.github.ringlog.text.ByteText;

/**
 * Escapes the same characters in JSON strings as Spring Boot: quotes, backslashes and all
 * control characters. Also escapes U+2028 and U+2029, which some readers take for line
 * breaks. Scans eight bytes of UTF-8 at a time. Used by one thread.
 */
final class JsonEscape {

	private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

	private static final long ONES = 0x0101010101010101L;

	private static final long HIGH_BITS = 0x8080808080808080L;

	private static final long SPACES = 0x20 * ONES;

	private static final long QUOTES = 0x22 * ONES;

	private static final long BACKSLASHES = 0x5C * ONES;

	private static final long LATINS = 0xC2C2C2C2C2C2C2C2L;

	// In UTF-8, the first byte of U+0080 to U+00BF. Characters below U+00A0 are controls.
	private static final byte LATIN = (byte) 0xC2;

	private static final byte FIRST_PRINTABLE = (byte) 0xA0;

	// In UTF-8, the first two bytes of U+2000 to U+203F.
	private static final byte GENERAL = (byte) 0xE2;

	private static final byte PUNCTUATION = (byte) 0x80;

	private static final long GENERALS = 0xE2E2E2E2E2E2E2E2L;

	private static final byte[] LINE_SEPARATOR = "\\u2028".getBytes(StandardCharsets.US_ASCII);

	private static final byte[] PARAGRAPH_SEPARATOR = "\\u2029".getBytes(StandardCharsets.US_ASCII);

	private static final byte[][] ESCAPED = new byte[0xA0][];

	static {
		for (int i = 0; i < ESCAPED.length; i++) {
			if (Character.isISOControl(i)) {
				escape(i, "\\u%04X".formatted(i));
			}
		}
		escape('"', "\\\"");
		escape('\\', "\\\\");
		escape('\b', "\\b");
		escape('\f', "\\f");
		escape('\n', "\\n");
		escape('\r', "\\r");
		escape('\t', "\\t");
	}

	// A copy of the text from the first escaped character on.
	private final ByteText rest;

	JsonEscape() {
		this.rest = new ByteText(JsonOutput.USUAL_SIZE);
	}

	private static void escape(int character, String by) {
		ESCAPED[character] = by.getBytes(StandardCharsets.US_ASCII);
	}

	/**
	 * Escape a text in place, from an index to its end.
	 * @param from the index of the first byte
	 */
	void escape(ByteText text, int from) {
		int to = text.length();
		int at = find(text.bytes(), from, to);
		if (at == to) {
			return;
		}
		this.rest.append(text.bytes(), at, to - at, false);
		text.truncate(at);
		byte[] source = this.rest.bytes();
		int end = this.rest.length();
		int next = 0;
		while (next < end) {
			byte[] by;
			int plain;
			switch (source[next]) {
				case GENERAL -> {
					by = isLineSeparator(source[next + 2]) ? LINE_SEPARATOR : PARAGRAPH_SEPARATOR;
					plain = next + 3;
				}
				case LATIN -> {
					by = ESCAPED[source[next + 1] & 0xFF];
					plain = next + 2;
				}
				default -> {
					by = ESCAPED[source[next]];
					plain = next + 1;
				}
			}
			text.append(by, 0, by.length, true);
			next = find(source, plain, end);
			text.append(source, plain, next - plain, false);
		}
		this.rest.clear(JsonOutput.MAX_KEPT);
	}

	/**
	 * Return the index of the first byte of a character to escape, or the end.
	 */
	static int find(byte[] bytes, int from, int to) {
		int at = from;
		for (; at <= to - Long.BYTES; at += Long.BYTES) {
			// May contain bytes that need no escape, but misses none.
			long found = candidates((long) WORDS.get(bytes, at));
			while (found != 0) {
				int index = at + Long.numberOfTrailingZeros(found) / Byte.SIZE;
				if (isEscaped(bytes, index, to)) {
					return index;
				}
				found &= found - 1;
			}
		}
		for (; at < to; at++) {
			if (isEscaped(bytes, at, to)) {
				return at;
			}
		}
		return to;
	}

	/**
	 * Return the high bits of bytes that may need an escape. If a byte is below 0x80, a
	 * subtraction sets its high bit when the byte was smaller, and the addition when it
	 * was 0x7F.
	 */
	private static long candidates(long word) {
		long ascii = ((word - SPACES) | (word + ONES) | ((word ^ QUOTES) - ONES) | ((word ^ BACKSLASHES) - ONES))
				& ~word & HIGH_BITS;
		if ((word & HIGH_BITS) == 0) {
			return ascii;
		}
		long latin = word ^ LATINS;
		long general = word ^ GENERALS;
		return ascii | ((latin - ONES) & ~latin | (general - ONES) & ~general) & HIGH_BITS;
	}

	private static boolean isEscaped(byte[] bytes, int index, int to) {
		byte value = bytes[index];
		if (value >= 0) {
			return ESCAPED[value] != null;
		}
		if (value == LATIN) {
			return index + 1 < to && bytes[index + 1] < FIRST_PRINTABLE;
		}
		return value == GENERAL && index + 2 < to && bytes[index + 1] == PUNCTUATION
				&& (isLineSeparator(bytes[index + 2]) || isLineSeparator((byte) (bytes[index + 2] - 1)));
	}

	private static boolean isLineSeparator(byte last) {
		return last == (byte) 0xA8;
	}

}
