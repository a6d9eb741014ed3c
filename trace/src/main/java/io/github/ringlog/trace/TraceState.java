package io.github.ringlog.trace;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The header {@code tracestate} of W3C Trace Context: a list of {@code key=value}. It
 * goes on as it came, without its last or longest entries when it is too long, or not at
 * all.
 */
final class TraceState {

	static final String HEADER = "tracestate";

	// What the specification asks everybody to pass on.
	private static final int MAX_LENGTH = 512;

	private static final int MAX_MEMBERS = 32;

	// Longer entries are the first to be cut.
	private static final int LONG_MEMBER = 128;

	private static final int MAX_KEY = 256;

	private static final int MAX_VALUE = 256;

	private TraceState() {
	}

	/**
	 * Return what goes on, or {@code null} when the text is empty or not valid.
	 */
	static @Nullable String validOrNull(@Nullable String text) {
		if (text == null) {
			return null;
		}
		List<String> members = new ArrayList<>();
		int start = 0;
		while (start <= text.length()) {
			int comma = text.indexOf(',', start);
			int end = (comma < 0) ? text.length() : comma;
			int first = skipSpace(text, start, end);
			int last = skipSpaceBackwards(text, first, end);
			// An empty member is allowed, and means nothing.
			if (first < last) {
				if (members.size() == MAX_MEMBERS || !isMember(text, first, last)) {
					return null;
				}
				members.add(text.substring(first, last));
			}
			start = end + 1;
		}
		if (members.isEmpty()) {
			return null;
		}
		return (text.length() <= MAX_LENGTH) ? text : cut(members);
	}

	/**
	 * Leave out whole entries, from the end, the long ones first.
	 */
	private static String cut(List<String> members) {
		for (int i = members.size() - 1; i >= 0 && isTooLong(members); i--) {
			if (members.get(i).length() > LONG_MEMBER) {
				members.remove(i);
			}
		}
		while (isTooLong(members)) {
			members.remove(members.size() - 1);
		}
		return String.join(",", members);
	}

	private static boolean isTooLong(List<String> members) {
		int length = members.size() - 1;
		for (String member : members) {
			length += member.length();
		}
		return length > MAX_LENGTH;
	}

	private static boolean isMember(String text, int from, int to) {
		int equals = text.indexOf('=', from);
		if (equals <= from || equals - from > MAX_KEY || equals >= to - 1 || to - equals - 1 > MAX_VALUE) {
			return false;
		}
		char initial = text.charAt(from);
		if (!Hex.isBetween(initial, 'a', 'z') && !Hex.isDigit(initial)) {
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
