package io.github.ringlog.verify;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A receipt of an application: what one of its sinks did so far.
 *
 * @param run the run
 * @param sink the name of the sink
 * @param last the last number that the receipt is about
 * @param failed how many lines in all have a number but could not be written
 * @param dropped how many events were dropped in all, by level and reason
 * @param isFinal whether it is the last one of the run
 * @param recovered whether the next start has written it: the process was killed
 */
record Receipt(String run, String sink, long last, long failed, Map<String, Long> dropped, boolean isFinal,
		boolean recovered) {

	static final int MAX_LENGTH = 16 * 1024;

	/** How each receipt begins. Ringlog lets no other text have this. */
	static final String BEGIN = "receipt run=";

	private static final String LOGGER = "ringlog.receipt";

	private static final String DROPPED = "all.dropped.";

	// A name with dots before the colon of Spring Boot's pattern, or next to the message.
	private static final Pattern NAME = Pattern
		.compile("([A-Za-z_$][\\w$]*(?:\\.[\\w$]+)+)(?: *: |[\\])]? *(?:- |: )?$)");

	private static final Pattern MEMBER = Pattern.compile(" ([\\w.]+)=(\\S*)");

	/**
	 * Read a receipt that is a message.
	 * @param logger its logger, or {@code null} if that is not shown
	 * @return the receipt, or {@code null} if there is none, or only a part of one
	 */
	static @Nullable Receipt of(String message, @Nullable String logger) {
		boolean is = message.startsWith(BEGIN) && (logger == null || logger.equals(LOGGER));
		return is ? read(message) : null;
	}

	/**
	 * Read the receipt that a line of a pattern has.
	 * @return the receipt, or {@code null} if there is none, or only a part of one, or if
	 * it is within another message, as far as the pattern shows that
	 */
	static @Nullable Receipt find(String line) {
		int at = line.indexOf(BEGIN);
		String before = Printable.COLOR.matcher(line.substring(0, at)).replaceAll("");
		Matcher name = NAME.matcher(before);
		boolean is = !name.find() || (name.end() == before.length() && name.group(1).endsWith(".receipt"));
		return is ? read(line.substring(at)) : null;
	}

	private static @Nullable Receipt read(String text) {
		Map<String, String> members = new TreeMap<>();
		Matcher member = MEMBER.matcher(text);
		while (!members.containsKey("final") && member.find()) {
			members.put(member.group(1), member.group(2));
		}
		String end = members.getOrDefault("final", "");
		boolean isFinal = end.startsWith("true");
		String run = members.getOrDefault("run", "");
		if (!Numbers.isRun(run) || !(isFinal || end.startsWith("false"))) {
			return null;
		}
		try {
			Map<String, Long> dropped = new TreeMap<>();
			members.forEach((name, value) -> {
				if (name.startsWith(DROPPED)) {
					dropped.put(name.substring(DROPPED.length()), Long.parseLong(value));
				}
			});
			return new Receipt(run, members.getOrDefault("sink", ""), number(members, "last"),
					number(members, "all.failed"), dropped, isFinal, members.containsKey("recovered"));
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

	private static long number(Map<String, String> members, String name) {
		return Long.parseLong(members.getOrDefault(name, ""));
	}

}
