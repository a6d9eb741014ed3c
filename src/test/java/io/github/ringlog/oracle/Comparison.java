package io.github.ringlog.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares what came out of a case with plain Log4j and with Ringlog.
 */
final class Comparison {

	private static final Pattern THREAD = Pattern.compile("@(\\d)@");

	private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");

	private static final Pattern STATUS = Pattern.compile(
			"(?m)TIME \\S+ (WARN|ERROR) .*\n((\t|lines\\b|Caused by:| ?[a-z0-9.]+\\.[A-Z]\\w+(Exception|Error)).*\n)*+(^\n)?");

	private static final Pattern FRAME = Pattern
		.compile("(?m)^(\t(at|\\.\\.\\.|Suppressed:)|Caused by:|[a-z0-9.]+\\.AppenderLoggingException:|$).*\n");

	private final Case test;

	// Which number an event has depends on when it is written.
	private final boolean numbered;

	// Spring Boot prints a status on the console, with its stack trace.
	private boolean told;

	Comparison(Case test) {
		this.test = test;
		this.numbered = (test.hasQueues() || !test.isolated().isEmpty())
				&& test.hasNode((node) -> node.attribute("pattern").matches("(?s).*%[-.0-9]*(sn|sequenceNumber).*"));
	}

	List<Difference> differences(Map<String, String> plain, Map<String, String> ringlog) {
		this.told = isTold(plain) || isTold(ringlog);
		Map<String, String> expected = normal(plain, plain);
		Map<String, String> actual = normal(ringlog, plain);
		List<Difference> differences = new ArrayList<>();
		TreeSet<String> places = new TreeSet<>(expected.keySet());
		places.addAll(actual.keySet());
		for (String place : places) {
			String former = expected.getOrDefault(place, "");
			String now = actual.getOrDefault(place, "");
			Difference difference = Difference.of(place, former, now);
			if (!former.equals(now) && !(this.test.hasQueues() && difference.hasSameCharacters())) {
				differences.add(difference);
			}
		}
		return differences.stream().filter((each) -> !DocumentedDifference.explain(this.test, each)).toList();
	}

	private boolean isTold(Map<String, String> outcome) {
		return this.test.start() == Case.Start.BOOT
				&& STATUS.matcher(stable(outcome.getOrDefault("console", ""), outcome)).find();
	}

	/**
	 * Return an outcome without what two runs of one side don't have in common either.
	 * @param plain the outcome with plain Log4j, which some documented differences need
	 */
	private Map<String, String> normal(Map<String, String> outcome, Map<String, String> plain) {
		Map<String, String> normal = new TreeMap<>();
		Map<String, Integer> dates = new LinkedHashMap<>();
		for (Map.Entry<String, String> entry : outcome.entrySet()) {
			String place = entry.getKey();
			if (place.equals("process") || place.equals("directory")) {
				continue;
			}
			String text = stable(entry.getValue(), outcome);
			for (DocumentedDifference difference : DocumentedDifference.values()) {
				text = difference.without(this.test, plain, place, text);
			}
			if (place.startsWith("file ")) {
				// The rest of a mapped file, up to the next page.
				text = text.replaceAll("\u0000+$", "");
			}
			if (place.equals("standard error")) {
				// In a stack trace of Log4j's.
				text = text.replaceAll("(?m)^\\tat io\\.github\\.ringlog\\.(?!oracle).*\n", "");
			}
			if (place.equals("status") || place.equals("error handlers")) {
				// Log4j tells of three failures: of which ones depends on the threads.
				text = this.test.hasQueues() ? text.replaceAll("FailoverAppender (\\S+) did not start successfully",
						"Attempted to append to non-started appender $1") : text;
				text = text.strip();
			}
			if (this.told && place.equals("console")) {
				// "status" has them.
				text = FRAME.matcher(STATUS.matcher(text).replaceAll("")).replaceAll("");
			}
			if (this.test.start() == Case.Start.BOOT && place.equals("attempted")) {
				// Spring logs what it reads, if a program's filter lets everything pass.
				continue;
			}
			if (this.test.hasQueues() && this.test.hasNode((node) -> isOfRolling(entry.getKey(), node))) {
				// Which of its events were in a file that is deleted depends on their
				// order.
				continue;
			}
			boolean ordered = !this.test.hasThreads() && !this.test.hasQueues();
			if (!ordered && place.startsWith("file ")) {
				place = place.replaceFirst("[-.].*", "");
			}
			if (this.numbered) {
				text = text.replaceAll("[ \u0000]*((\u0000?\\d)++|PID)[ \u0000]*", "#");
			}
			boolean mixed = (place.equals("console") || place.equals("standard error")) && this.test.hasTwoConsoles();
			if (this.test.hasThreads() && !mixed && !place.equals("law") && !place.equals("attempted")) {
				byThread(place, text, normal);
			}
			else if (this.test.hasQueues()) {
				normal.merge(place, text, String::concat);
			}
			else {
				// A file is compressed by a thread of Log4j's, or its application ends
				// before.
				normal.putIfAbsent(name(place.replaceFirst("\\.gz$", ""), dates), text);
			}
		}
		return normal;
	}

	/** The name of a file that has rolled over, with the number of its date. */
	private static String name(String place, Map<String, Integer> dates) {
		Matcher matcher = DATE.matcher(place);
		return matcher.find()
				? matcher.replaceAll((date) -> "date" + dates.computeIfAbsent(date.group(), (each) -> dates.size()))
				: place;
	}

	/** What is not the same in two runs of one JVM either. */
	private static String stable(String text, Map<String, String> outcome) {
		return text.replace(outcome.getOrDefault("directory", "none"), CaseRun.DIRECTORY)
			.replaceAll("<( *[0-9a-f-]*|[ 0]*(true|false?)) *>", "<#>")
			// A digit that follows a hash code goes with it: it has up to eight of them.
			// A pattern may replace its vowels.
			.replaceAll("@(\u0000?[0-9a-f_]){4,}", "@#")
			.replaceAll("(?<!\\d)" + outcome.getOrDefault("process", "none") + "(?!\\d)", "PID")
			.replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:]{8}\\.\\d{6,9}Z", "TIME")
			.replaceAll(
					"(org\\.apache\\.logging\\.log4j\\.core\\.impl\\.Log4jLogEvent|io\\.github\\.ringlog\\.ring\\.EventSnapshot)\\[",
					"Event[")
			.replaceAll("(Log session start time ).*", "$1#")
			// A queue was full, or ended while it rolled over.
			.replaceAll("(?m)^WARN (LOG4J2-2031: .*|.* cleared thread interrupted state, .*)\n?", "")
			// With a filter that lets everything pass.
			.replaceAll("(?m)^(.*two\n(?=lines))*+.*Searching for key '.*\n?", "")
			.replaceAll("<td>-?\\d+</td>", "<td>#</td>")
			.replaceAll("(?i)(threadId\"? ?[:=] ?\"?)\\d+", "$1#");
	}

	private static boolean isOfRolling(String place, Node appender) {
		return appender.type().startsWith("Rolling")
				&& place.matches("(?s)file (other-)?" + appender.attribute("name") + "\\b.*");
	}

	/** Several threads: the lines of each, whatever their order among each other. */
	private static void byThread(String place, String text, Map<String, String> places) {
		String thread = "";
		for (String line : text.split("(?<=\n)")) {
			Matcher matcher = THREAD.matcher(line);
			thread = matcher.find() ? " of thread " + matcher.group(1) : thread;
			places.merge(place + thread, line, String::concat);
		}
	}

}
