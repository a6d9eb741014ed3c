package io.github.ringlog.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Something that does not come out of Ringlog as it comes out of plain Log4j.
 *
 * @param place where: a file, the console, an appender, the law
 * @param kind how it differs
 * @param expected what came out of plain Log4j
 * @param actual what came out of Ringlog
 */
record Difference(String place, Kind kind, String expected, String actual) {

	/**
	 * Kinds, sorted by what a user would lose.
	 */
	enum Kind {

		HANGS, DOES_NOT_START, BREAKS_THE_LAW, LOSES_LINES, KEEPS_MEMORY, CHANGES_ORDER, REPEATS_LINES, CHANGES_TEXT,
		THROWS, TELLS

	}

	static Difference of(String place, String expected, String actual) {
		return new Difference(place, kind(place, expected, actual), expected, actual);
	}

	/** Whether a user would see the same kind of thing at the same kind of place. */
	boolean isLike(Difference other) {
		return this.kind == other.kind && this.place.split(" ")[0].equals(other.place.split(" ")[0]);
	}

	/** Whether it is a matter of the order alone; a line may have no end. */
	boolean hasSameCharacters() {
		return Arrays.equals(this.expected.chars().sorted().toArray(), this.actual.chars().sorted().toArray());
	}

	/** Whether something came in addition; a line may have no end. */
	boolean hasOnlyMore() {
		int found = 0;
		for (int i = 0; i < this.actual.length() && found < this.expected.length(); i++) {
			found += (this.actual.charAt(i) == this.expected.charAt(found)) ? 1 : 0;
		}
		return found == this.expected.length();
	}

	/** Whether some lines came in addition, each of them like a pattern. */
	boolean hasOnlyMore(String pattern) {
		List<String> more = minus(this.actual, this.expected);
		return !more.isEmpty() && minus(this.expected, this.actual).isEmpty()
				&& more.stream().allMatch((line) -> line.matches(pattern));
	}

	private static Kind kind(String place, String expected, String actual) {
		switch (place) {
			case "hangs", "ends":
				return Kind.HANGS;
			case "start":
				return Kind.DOES_NOT_START;
			case "law", "attempted":
				return Kind.BREAKS_THE_LAW;
			case "thrown to callers":
				return Kind.THROWS;
			case "status", "error handlers":
				return Kind.TELLS;
			default:
		}
		if (place.startsWith("removed appender")) {
			return Kind.KEEPS_MEMORY;
		}
		List<String> missing = minus(expected, actual);
		List<String> more = minus(actual, expected);
		if (missing.isEmpty() && more.isEmpty()) {
			return Kind.CHANGES_ORDER;
		}
		if (more.isEmpty()) {
			return Kind.LOSES_LINES;
		}
		return missing.isEmpty() ? Kind.REPEATS_LINES : Kind.CHANGES_TEXT;
	}

	private static List<String> minus(String text, String other) {
		List<String> rest = new ArrayList<>(text.lines().toList());
		other.lines().forEach(rest::remove);
		return rest;
	}

	/** Return the first lines that differ, or all of a side that hangs. */
	String describe() {
		if (this.kind == Kind.HANGS) {
			// With what its threads do.
			return this.kind + " in " + this.place + "\n" + this.actual + "\n";
		}
		List<String> missing = minus(this.expected, this.actual);
		List<String> more = minus(this.actual, this.expected);
		int same = 0;
		if (!missing.isEmpty() && !more.isEmpty()) {
			same = Math.max(0, Arrays.mismatch(missing.get(0).toCharArray(), more.get(0).toCharArray()) - 80);
		}
		if (missing.isEmpty() && more.isEmpty()) {
			List<String> expectedLines = this.expected.lines().toList();
			List<String> actualLines = this.actual.lines().toList();
			while (same < expectedLines.size() - 1 && expectedLines.get(same).equals(actualLines.get(same))) {
				same++;
			}
			return this.kind + " in " + this.place + "\n"
					+ lines("  plain:   ", expectedLines.subList(same, same + 1), 0)
					+ lines("  Ringlog: ", actualLines.subList(same, same + 1), 0);
		}
		return this.kind + " in " + this.place + "\n" + lines("  plain:   ", missing, same)
				+ lines("  Ringlog: ", more, same);
	}

	private static String lines(String title, List<String> lines, int begin) {
		StringBuilder text = new StringBuilder();
		lines.stream()
			.limit(3)
			.forEach((line) -> text.append(title)
				.append((begin > 0) ? "\u2026" : "")
				.append(cut(line.substring(Math.min(begin, line.length()))))
				.append('\n'));
		if (lines.size() > 3) {
			text.append(title).append("(").append(lines.size()).append(" lines)\n");
		}
		return text.toString();
	}

	private static String cut(String line) {
		return (line.length() > 300) ? line.substring(0, 300) + "\u2026" : line;
	}

}
