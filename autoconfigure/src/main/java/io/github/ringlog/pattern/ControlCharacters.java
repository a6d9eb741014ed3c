package io.github.ringlog.pattern;

import java.nio.charset.StandardCharsets;

/**
 * Control characters: those of ISO 8859, which include the line breaks of Unicode below
 * U+0100, and U+2028 and U+2029. A tab does no harm and is not one of them.
 */
final class ControlCharacters {

	/** What a line begins with that continues a text. */
	static final String INDENTATION = "    ";

	private ControlCharacters() {
	}

	/**
	 * Return whether there are any.
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
	 * Return whether there are any in a text in UTF-8.
	 * @param end where the text ends
	 * @param ascii whether each byte is a character
	 */
	static boolean areIn(byte[] text, int end, boolean ascii) {
		for (int i = 0; i < end; i++) {
			byte current = text[i];
			// A byte of a longer character is negative.
			if (current < ' ' && current >= 0 && current != '\t' || current == 0x7F) {
				return true;
			}
		}
		return !ascii && areIn(new String(text, 0, end, StandardCharsets.UTF_8));
	}

	private static boolean is(char character) {
		if (character < 0x7F) {
			return character < ' ' && character != '\t';
		}
		return character <= 0x9F || character == 0x2028 || character == 0x2029;
	}

	/**
	 * Escape them all. Most texts have none and are returned as they are.
	 */
	static String escape(String text) {
		return sanitize(text, LineBreaks.ESCAPE);
	}

	/**
	 * Escape all but line breaks, and do with these what is wanted.
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
