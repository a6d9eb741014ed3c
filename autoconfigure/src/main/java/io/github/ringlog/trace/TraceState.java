package io.github.ringlog.trace;

import org.jspecify.annotations.Nullable;

/**
 * The header {@code tracestate} of W3C Trace Context: a list of {@code key=value}, which
 * goes on as it came or not at all.
 */
final class TraceState {

	// What the specification asks everybody to pass on.
	private static final int MAX_LENGTH = 512;

	private static final int MAX_MEMBERS = 32;

	private static final int MAX_KEY = 256;

	private static final int MAX_VALUE = 256;

	private TraceState() {
	}

	/**
	 * Return the text, or {@code null} when it is empty or not valid.
	 */
	static @Nullable String validOrNull(@Nullable String text) {
		if (text == null || text.length() > MAX_LENGTH) {
			return null;
		}
		int members = 0;
		int start = 0;
		while (start <= text.length()) {
			int comma = text.indexOf(',', start);
			int end = (comma < 0) ? text.length() : comma;
			int first = skipSpace(text, start, end);
			int last = skipSpaceBackwards(text, first, end);
			// An empty member is allowed, and means nothing.
			if (first < last) {
				members++;
				if (!isMember(text, first, last)) {
					return null;
				}
			}
			start = end + 1;
		}
		return (members > 0 && members <= MAX_MEMBERS) ? text : null;
	}

	private static boolean isMember(String text, int from, int to) {
		int equals = text.indexOf('=', from);
		if (equals <= from || equals - from > MAX_KEY || equals >= to - 1 || to - equals - 1 > MAX_VALUE) {
			return false;
		}
		for (int i = from; i < equals; i++) {
			if (!isKeyCharacter(text.charAt(i))) {
				return false;
			}
		}
		for (int i = equals + 1; i < to; i++) {
			char character = text.charAt(i);
			if (!Hex.isBetween(character, ' ', '~') || character == '=') {
				return false;
			}
		}
		return true;
	}

	private static boolean isKeyCharacter(char character) {
		return Hex.isBetween(character, 'a', 'z') || Hex.isDigit(character) || character == '_' || character == '-'
				|| character == '*' || character == '/' || character == '@';
	}

	private static int skipSpace(String text, int from, int to) {
		int index = from;
		while (index < to && isSpace(text.charAt(index))) {
			index++;
		}
		return index;
	}

	private static int skipSpaceBackwards(String text, int from, int to) {
		int index = to;
		while (index > from && isSpace(text.charAt(index - 1))) {
			index--;
		}
		return index;
	}

	private static boolean isSpace(char character) {
		return character == ' ' || character == '\t';
	}

}
