package io.github.ringlog.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The header {@code tracestate} of W3C Trace Context: a list of {@code key=value}
 * entries. A valid list is passed on as received; if it is too long, whole entries are
 * removed.
 */
final class TraceState {

	// The specification asks each participant to propagate at least this length.
	private static final int MAX_LENGTH = 512;

	private static final int MAX_MEMBERS = 32;

	// Entries longer than this are removed first.
	private static final int LONG_MEMBER = 128;

	private static final Pattern MEMBER = Pattern.compile("[a-z0-9][a-z0-9_*/@-]{0,255}=[ -~&&[^=]]{1,256}");

	private TraceState() {
	}

	/**
	 * Return the text to pass on, or {@code null} if the given text is empty or not
	 * valid.
	 */
	static @Nullable String validOrNull(String text) {
		// Checked first, because strip() also removes other white space.
		if (!text.chars().allMatch((character) -> character == '\t' || (character >= ' ' && character <= '~'))) {
			return null;
		}
		List<String> members = new ArrayList<>();
		for (String part : text.split(",")) {
			String member = part.strip();
			// An empty member is allowed and ignored.
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
	 * Remove whole entries from the end, long entries first.
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
