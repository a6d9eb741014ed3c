package io.github.ringlog.oracle;

import java.util.Map;
import java.util.regex.Pattern;

/**
 * Differences that the documentation has, each with the sentence that says so.
 */
enum DocumentedDifference {

	/**
	 * Log4j marks some jars of a stack trace as uncertain; which ones is not the same.
	 */
	UNCERTAIN_JARS("docs/appenders.md", "Only `%xEx` and `%xwEx` mark more jars with `~`") {

		@Override
		String without(Case test, String place, String text) {
			// Spring Boot's own pattern has %xwEx.
			return (test.start() == Case.Start.BOOT || test.configuration()
				.has((node) -> node.attribute("pattern").matches("(?s).*%[-0-9.]*x(w?Ex|Th).*")))
						? text.replace(" ~[", " [") : text;
		}

	},

	/** JsonLayout's mark of these, and whether an event was the last one of a batch. */
	JSON_LAYOUT("docs/appenders.md",
			"`JsonLayout`, `XmlLayout` and `YamlLayout` with `\"exact\":false`; what these say of `endOfBatch` is true of the writer's batches") {

		@Override
		String without(Case test, String place, String text) {
			return text.replaceAll("(\\b(?:exact|endOfBatch)\"? ?[:=] ?\"?)(true|false)", "$1?");
		}

	},

	/** What no error handler of Log4j's prints more often than it likes. */
	REPORT_ON_STANDARD_ERROR("docs/overload.md",
			"The appender's error handler gets it, and standard error shows it once per minute") {

		@Override
		String without(Case test, String place, String text) {
			return switch (place) {
				case "standard error" ->
					text.replaceAll("(?m)^Ringlog: appender \\S+ could not write \\d+ log events?: .*\\n", "");
				case "status" -> APPENDER_FAILED.matcher(text).replaceAll("");
				default -> text;
			};
		}

	},

	/** A message without a text, which Log4j gives up with its event. */
	MESSAGE_WITHOUT_TEXT("docs/how-it-works.md",
			"An event whose message can't be formatted is written with the reason in its place") {

		@Override
		String without(Case test, String place, String text) {
			boolean comparable = place.equals("law") || place.equals("start") || place.equals("hangs")
					|| place.equals("ends");
			return (!comparable && test.calls().anyMatch(Step.Call::isBroken)) ? "" : text;
		}

	},

	/**
	 * An appender with ignoreExceptions="false" throws to the writer, not to the caller.
	 */
	NOTHING_THROWN_TO_CALLERS("docs/overload.md",
			"or an appender throws, the event is lost for that appender, `ringlog.writer.errors` counts it, and the writer continues") {

		@Override
		String without(Case test, String place, String text) {
			return switch (place) {
				case "thrown to callers" -> text.replaceAll(
						"(?m)^[0-9.]+ (org\\.apache\\.logging\\.log4j\\.core\\.appender|java\\.lang\\.IllegalStateException: appender).*\n?",
						"");
				case "status" -> text.replaceAll("(?m)^ERROR Ringlog: an event could not be written .*\n?", "");
				default -> text;
			};
		}

		/** In plain Log4j the appenders after it do not get the event. */
		@Override
		boolean explains(Case test, Difference difference) {
			return difference.kind() == Difference.Kind.REPEATS_LINES
					&& difference.actual().contains(RecordingAppender.FAIL)
					&& test.configuration().has((node) -> node.attribute("ignoreExceptions").equals("false"));
		}

	},

	/** A filter that measures time stands before an appender. */
	TIME_OF_WRITING("docs/appenders.md",
			"a `BurstFilter` or a `TimeFilter` there measures the time of the writing, not that of the event") {

		@Override
		boolean explains(Case test, Difference difference) {
			return switch (difference.kind()) {
				case LOSES_LINES, REPEATS_LINES, CHANGES_TEXT ->
					test.hasNode((node) -> node.type().equals("BurstFilter") || node.type().equals("TimeFilter"));
				default -> false;
			};
		}

	},

	/** An appender that is behind an isolated one, and that loggers refer to as well. */
	TWO_WAYS("docs/overload.md",
			"An appender that events reach both through an isolated one and past it, such as a file behind an isolated `Rewrite`, gets those of the two ways in any order") {

		@Override
		boolean explains(Case test, Difference difference) {
			return difference.kind() == Difference.Kind.CHANGES_ORDER && !test.isolated().isEmpty()
					&& test.hasNode((node) -> node.has((inner) -> inner.type().equals("AppenderRef"))
							&& (node.attribute("name").equals(test.isolated()) || node.type().equals("Appenders")
									&& node.has((inner) -> inner.attribute("ref").equals(test.isolated()))));
		}

	},

	/** Each of two appenders writes its batch at once. */
	TWO_CONSOLES("docs/appenders.md", "The lines of two appenders on one console may come in another order") {

		@Override
		boolean explains(Case test, Difference difference) {
			return difference.kind() == Difference.Kind.CHANGES_ORDER
					&& (difference.place().startsWith("console") || difference.place().equals("standard error"))
					&& test.configuration().all().filter((node) -> node.type().equals("Console")).count() > 1;
		}

	},

	/** Spring Boot's JSON has a question mark for each; texts are bytes here. */
	EMOJIS_IN_JSON("docs/json.md", "| emojis with Spring Boot 4.1.0 and 4.1.1 | `?` | as they are |") {

		@Override
		String without(Case test, String place, String text) {
			return test.settings().stream().anyMatch((setting) -> setting.startsWith("logging.structured.format"))
					? text.replaceAll("[\u00f0-\u00f4][\u0080-\u00bf]{3}", "?") : text;
		}

	},

	/** A warning of Log4j's, when it counts the parameters of an event. */
	NOT_FORMATTED("docs/how-it-works.md", "An event that no appender gets is not formatted") {

		@Override
		String without(Case test, String place, String text) {
			return (place.equals("status") || place.equals("console")) ? PLACEHOLDERS.matcher(text).replaceAll("")
					: text;
		}

	},

	/** What Log4j throws has the reports in its message that came before. */
	REASON_IN_THE_EXCEPTION("docs/findings.md",
			"If a configuration can't be built, the exception that Log4j throws is the cause of one whose message says what was reported before") {

		@Override
		String without(Case test, String place, String text) {
			return place.equals("start") ? text.replaceAll("(?s)(config.ConfigurationException: ).*", "$1") : text;
		}

	},

	/** The summary of what no appender gets, if it comes to none itself. */
	NO_APPENDER("docs/monitoring.md", "none of the appenders that the logger refers to could be created") {

		@Override
		String without(Case test, String place, String text) {
			return place.equals("standard error")
					? text.replaceAll("(?m)^Ringlog: " + RecordingAppender.OWN_EVENT + "\\n", "") : text;
		}

	},

	/** A configuration that does not have the appender that is to be isolated. */
	MISSING_ISOLATED_APPENDER("docs/overload.md", "the start fails if no appender has the name") {

		@Override
		String without(Case test, String place, String text) {
			return place.equals("status") ? text.replaceAll("(?m)^ERROR Ringlog: can't isolate .*\n?", "") : text;
		}

		@Override
		boolean explainsAll(Map<String, String> outcome) {
			return outcome.getOrDefault("start", "").contains("ringlog.isolation names ");
		}

	};

	private static final Pattern PLACEHOLDERS = Pattern
		.compile("(?:TIME \\S+ )?WARN found \\d+ argument placeholders, but provided \\d+ for pattern `[^`]*`[ ]?\n?");

	private static final Pattern APPENDER_FAILED = Pattern.compile(
			"(?m)^ERROR (An exception occurred processing|Attempted to append to non-started|Log events that|Unable to write to stream).*\\n?");

	private final String page;

	private final String sentence;

	DocumentedDifference(String page, String sentence) {
		this.page = page;
		this.sentence = sentence;
	}

	String page() {
		return this.page;
	}

	String sentence() {
		return this.sentence;
	}

	/**
	 * Return what came out of a place of a run without what differs.
	 */
	String without(Case test, String place, String text) {
		return text;
	}

	/**
	 * Return whether this is why a place differs.
	 */
	boolean explains(Case test, Difference difference) {
		return false;
	}

	/** Return whether this is why nothing else is the same. */
	boolean explainsAll(Map<String, String> outcome) {
		return false;
	}

	static boolean explain(Case test, Difference difference) {
		for (DocumentedDifference documented : values()) {
			if (documented.explains(test, difference)) {
				return true;
			}
		}
		return false;
	}

}
