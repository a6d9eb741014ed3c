package io.github.ringlog.it;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.ringlog.kit.WebChild;
import org.awaitility.Awaitility;

/**
 * Reads the ids in lines that Spring Boot's default pattern has printed.
 */
final class TraceLines {

	// The thread, the id if there is one, the logger, the message.
	private static final Pattern LINE = Pattern.compile("--- (?:\\[[^]]*] )??\\[.{15}] (?:\\[([^]]+)] )?\\S+ *: (.*)");

	private final WebChild server;

	TraceLines(WebChild server) {
		this.server = server;
	}

	/**
	 * Return the ids of the lines with a text, in the order of the lines; an empty text
	 * for a line without an id.
	 */
	List<String> ids(String text) {
		return this.server.running()
			.output()
			.lines()
			.map(LINE::matcher)
			.filter((matcher) -> matcher.find() && matcher.group(2).contains(text))
			.map(TraceLines::id)
			.toList();
	}

	private static String id(Matcher matcher) {
		return (matcher.group(1) != null) ? matcher.group(1) : "";
	}

	/**
	 * Wait until there are lines with a text and an id.
	 */
	List<String> await(String text, String id) {
		return Awaitility.await()
			.failFast(() -> !this.server.running().isAlive())
			.conditionEvaluationListener((condition) -> {
			})
			.until(() -> ids(text), (ids) -> ids.contains(id));
	}

}
