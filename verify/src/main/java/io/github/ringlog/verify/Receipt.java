package io.github.ringlog.verify;

import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * A receipt of an application: what one of its sinks did so far.
 *
 * @param run the run
 * @param sink the name of the sink
 * @param last the last number that the receipt is about
 * @param written how many lines were written in all
 * @param failed how many lines in all have a number but could not be written
 * @param dropped how many events were dropped in all, by level and reason
 * @param isFinal whether it is the last one of the run
 * @param recovered whether the next start has written it: the process was killed
 */
record Receipt(String run, String sink, long last, long written, long failed, Map<String, Long> dropped,
		boolean isFinal, boolean recovered) {

	static final int MAX_LENGTH = 16 * 1024;

	private static final String BEGIN = "receipt run=";

	private static final String DROPPED = "all.dropped.";

	/**
	 * Read the receipt that a text has.
	 * @return the receipt, or {@code null} if there is none, or only a part of one
	 */
	static @Nullable Receipt find(String text) {
		int begin = text.indexOf(BEGIN);
		int end = (begin >= 0) ? end(text, begin) : -1;
		if (end < 0) {
			return null;
		}
		Map<String, String> members = new TreeMap<>();
		for (String member : text.substring(begin + "receipt ".length(), end).split(" ")) {
			int equals = member.indexOf('=');
			if (equals > 0) {
				members.put(member.substring(0, equals), member.substring(equals + 1));
			}
		}
		try {
			return of(members);
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

	private static int end(String text, int begin) {
		for (String mark : new String[] { " final=true", " final=false" }) {
			int at = text.indexOf(mark, begin);
			if (at >= 0) {
				return at + mark.length();
			}
		}
		return -1;
	}

	private static @Nullable Receipt of(Map<String, String> members) {
		String run = members.getOrDefault("run", "");
		if (!Numbers.isRun(run)) {
			return null;
		}
		Map<String, Long> dropped = new TreeMap<>();
		members.forEach((name, value) -> {
			if (name.startsWith(DROPPED)) {
				dropped.put(name.substring(DROPPED.length()), Long.parseLong(value));
			}
		});
		return new Receipt(run, members.getOrDefault("sink", ""), number(members, "last"),
				number(members, "all.written"), number(members, "all.failed"), dropped,
				members.getOrDefault("final", "").equals("true"), members.containsKey("recovered"));
	}

	private static long number(Map<String, String> members, String name) {
		return Long.parseLong(members.getOrDefault(name, ""));
	}

}
