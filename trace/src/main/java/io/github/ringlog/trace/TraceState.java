package io.github.ringlog.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The header {@code tracestate} of W3C Trace Context: a list of {@code key=value}. It
 * goes on as it came, without its last or longest entries when it is too long, or not at
 * all.
 */
final class TraceState {

	// The specification asks everybody to pass on this length.
	private static final int MAX_LENGTH = 512;

	private static final int MAX_MEMBERS = 32;

	// Longer entries are the first to be cut.
	private static final int LONG_MEMBER = 128;

	private static final Pattern MEMBER = Pattern.compile("[a-z0-9][a-z0-9_*/@-]{0,255}=[ -~&&[^=]]{1,256}");

	private TraceState() {
	}

	/**
	 * Return what goes on, or {@code null} when the text is empty or not valid.
	 */
	static @Nullable String validOrNull(String text) {
		// Else strip() would take away more than the spaces that are allowed.
		if (!text.chars().allMatch((character) -> character == '\t' || (character >= ' ' && character <= '~'))) {
			return null;
		}
		List<String> members = new ArrayList<>();
		for (String part : text.split(",")) {
			String member = part.strip();
			// An empty member is allowed, and means nothing.
			if (!member.isEmpty()) {
				if (members.size() == MAX_MEMBERS || !MEMBER.matcher(member).matches()) {
					return null;
				}
				members.add(member);
			}
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
		return String.join(",", members).length() > MAX_LENGTH;
	}

}
