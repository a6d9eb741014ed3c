package io.github.ringlog.pattern;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds and escapes control characters: those of ISO 8859, which include the line breaks
 * of Unicode below U+0100, and U+2028 and U+2029. A tab does no harm and does not count.
 */
public final class ControlCharacters {

	/** The beginning of a line that continues a text. */
	static final String INDENTATION = "    ";

	private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

	private static final long ONES = 0x0101010101010101L;

	private static final long SPACES = ONES * ' ';

	private static final long DELETES = ONES * 0x7F;

	private static final long HIGHEST_BITS = 0x8080808080808080L;

	private ControlCharacters() {
	}

	/**
	 * Return whether a text has control characters.
	 */
	static boolean areIn(CharSequence text) {
		return areIn(text, 0, text.length());
	}

	static boolean areIn(CharSequence text, int start, int end) {
		for (int i = start; i < end; i++) {
			if (is(text.charAt(i))) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Return whether a text in UTF-8 has control characters. Scans eight bytes at a time.
	 * @param start the index of the first byte
	 * @param end the index after the last byte
	 * @param ascii whether all characters are ASCII
	 */
	static boolean areIn(byte[] text, int start, int end, boolean ascii) {
		int i = start;
		for (; i <= end - Long.BYTES; i += Long.BYTES) {
			long bytes = (long) LONGS.get(text, i);
			long deletes = bytes ^ DELETES;
			// The highest bit of each byte that is less than a space, or is a delete.
			long found = ((bytes - SPACES) & ~bytes | (deletes - ONES) & ~deletes) & HIGHEST_BITS;
			if (found != 0 && areIn(text, i, i + Long.BYTES)) {
				return true;
			}
		}
		return areIn(text, i, end) || (!ascii && areInLongCharacters(text, start, end));
	}

	private static boolean areIn(byte[] text, int start, int end) {
		for (int i = start; i < end; i++) {
			// A byte of a longer character is negative.
			if (text[i] >= 0 && is((char) text[i])) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Return whether a text has any of U+0080 to U+009F, U+2028 and U+2029.
	 */
	private static boolean areInLongCharacters(byte[] text, int start, int end) {
		for (int i = start; i < end - 1; i++) {
			int two = (text[i] & 0xFF) << Byte.SIZE | text[i + 1] & 0xFF;
			if (two >= 0xC280 && two <= 0xC29F) {
				return true;
			}
			if (two == 0xE280 && i < end - 2 && (text[i + 2] & 0xFE) == 0xA8) {
				return true;
			}
		}
		return false;
	}

	private static boolean is(char character) {
		if (character < 0x7F) {
			return character < ' ' && character != '\t';
		}
		return character <= 0x9F || character == 0x2028 || character == 0x2029;
	}

	/**
	 * Escape all control characters. Most texts have none and are returned as they are.
	 * @param text the text
	 * @return the text without control characters
	 */
	public static String escape(String text) {
		return sanitize(text, LineBreaks.ESCAPE);
	}

	/**
	 * Escape all control characters except line breaks, which are treated as configured.
	 */
	static String sanitize(String text, LineBreaks lineBreaks) {
		if (!areIn(text)) {
			return text;
		}
		StringBuilder sanitized = new StringBuilder(text.length() + 16);
		for (int i = 0; i < text.length(); i++) {
			char character = text.charAt(i);
			if (!is(character)) {
				sanitized.append(character);
			}
			else if (lineBreaks == LineBreaks.INDENT && (character == '\n' || character == '\r')) {
				if (character == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n') {
					i++;
				}
				sanitized.append(System.lineSeparator()).append(INDENTATION);
			}
			else {
				appendEscaped(character, sanitized);
			}
		}
		return sanitized.toString();
	}

	private static void appendEscaped(char character, StringBuilder output) {
		switch (character) {
			case '\n' -> output.append("\\n");
			case '\r' -> output.append("\\r");
			default -> output.append("\\u%04X".formatted((int) character));
		}
	}

}
