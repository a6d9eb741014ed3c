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

	// A name with dots before the colon of Spring Boot's pattern, or next to the message.
	private static final Pattern NAME = Pattern
		.compile("([A-Za-z_$][\\w$]*(?:\\.[\\w$]+)+)(?: *: |[\\])]? *(?:- |: )?$)");

	private static final Pattern FORM = Pattern.compile(
			BEGIN + "((?:[a-z][0-9]){7}) sink=(\\S*) first=\\d+ last=(\\d{1,18}) (.*?)final=(true|false)",
			Pattern.DOTALL);

	private static final Pattern TOTAL = Pattern.compile("all\\.(failed|dropped\\.(\\S+))=(\\d{1,18})");

	/**
	 * Read a receipt that is a message.
	 * @param logger its logger, or {@code null} if that is not shown
	 * @return the receipt, or {@code null} if there is none, or only a part of one
	 */
	static @Nullable Receipt of(@Nullable String message, @Nullable String logger) {
		if (message == null || !message.startsWith(BEGIN) || (logger != null && !logger.equals(LOGGER))) {
			return null;
		}
		return read(message);
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
		Matcher form = FORM.matcher(text);
		if (!form.lookingAt()) {
			return null;
		}
		long failed = 0;
		Map<String, Long> dropped = new TreeMap<>();
		Matcher total = TOTAL.matcher(form.group(4));
		while (total.find()) {
			if (total.group(2) != null) {
				dropped.put(total.group(2), Long.parseLong(total.group(3)));
			}
			else {
				failed = Long.parseLong(total.group(3));
			}
		}
		return new Receipt(form.group(1), form.group(2), Long.parseLong(form.group(3)), failed, dropped,
				form.group(5).equals("true"), form.group(4).contains("recovered="));
	}

}
