package io.github.ringlog.oracle;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Differences that the documentation has, each with the sentence that says so.
 */
enum DocumentedDifference {

	/**
	 * Log4j marks some jars of a stack trace as uncertain; which ones is not the same.
	 */
	UNCERTAIN_JARS("docs/appenders.md", "Only `%xEx` and `%xwEx` mark more jars with `~`") {

		@Override
		String without(Case test, Map<String, String> plain, String place, String text) {
			// Spring Boot's own pattern has %xwEx.
			return (test.start() == Case.Start.BOOT || test.hasNode(DocumentedDifference::printsJars))
					? text.replace("~[", "[") : text;
		}

		/** A mark more may begin the next file. */
		@Override
		boolean explains(Case test, Difference difference) {
			return test
				.hasNode((node) -> isRolling(node) && isOf(difference.place(), node)
						&& node.has(DocumentedDifference::printsJars))
					&& test.calls().anyMatch((call) -> call.failure() != Step.Failure.NONE);
		}

	},

	/** JsonLayout's mark of these, and whether an event was the last one of a batch. */
	JSON_LAYOUT("docs/appenders.md",
			"`JsonLayout`, `XmlLayout` and `YamlLayout` with `\"exact\":false`; what these say of `endOfBatch` is true of the writer's batches") {

		@Override
		String without(Case test, Map<String, String> plain, String place, String text) {
			return text.replaceAll("(\\b(?:exact|endOfBatch)\"? ?[:=] ?\"?)(true|false)", "$1?");
		}

	},

	/**
	 * An event that is not one of Log4j's own classes has its fields in another order.
	 */
	CONTEXT_MAP("docs/appenders.md", "`XmlLayout` may print the `ContextMap` after the exception") {

		@Override
		String without(Case test, Map<String, String> plain, String place, String text) {
			return text.replaceAll("(<ContextMap/>|<ContextMap>(?:<item [^>]*>)*</ContextMap>)(<Thrown .*?</Thrown>)",
					"$2$1");
		}

	},

	/** What no error handler of Log4j's prints, if plain Log4j tells of that appender. */
	REPORT_ON_STANDARD_ERROR("docs/overload.md",
			"The appender's error handler gets it, and standard error shows it once per minute") {

		@Override
		String without(Case test, Map<String, String> plain, String place, String text) {
			String told = plain.getOrDefault("status", "") + plain.getOrDefault("error handlers", "");
			return place.equals("standard error") ? REPORT.matcher(text)
				.replaceAll((report) -> told.contains("ppender " + report.group(1) + " ") ? ""
						: Matcher.quoteReplacement(report.group()))
					: text;
		}

	},

	/** What is logged to an appender that the program has stopped. */
	LOST_TOGETHER("docs/overload.md", "Events of one batch that are lost together are one report") {

		@Override
		String without(Case test, Map<String, String> plain, String place, String text) {
			String rest = text;
			for (Node appender : (Iterable<Node>) test.stopped()::iterator) {
				String name = appender.attribute("name");
				String lost = "(?:An exception occurred processing Appender|Unable to write to stream .* for appender)";
				if (place.equals("status")) {
					// Log4j's handler reports three times.
					rest = rest.replaceAll("(?m)^ERROR TextEncoderHelper.encodeText\\(\\) failure .*\\n?", "")
						.replaceAll("(?m)^ERROR (?:" + lost + "|.*non-started appender|Log events that appender"
								+ "|Appender) " + name + "\\b.*\\n?", "");
				}
				if (place.equals("standard error") && holdsBack(appender)) {
					rest = rest.replaceAll("(?m)^Ringlog: appender " + name + " could not write .*\\n?", "");
				}
				if (place.equals("error handlers")) {
					// Each event that is lost alone is two reports.
					String each = holdsBack(appender) ? "" : name + " loses an event\n";
					rest = rest.replaceAll("(?m)^" + name + ": " + lost + ".*\\n?", each);
					rest = Pattern
						.compile("(?m)^" + name + ": (?:Log events that .* could not write: (\\d+)"
								+ "|Appender .* has failed).*\\n?")
						.matcher(rest)
						.replaceAll((report) -> each
							.repeat((report.group(1) != null) ? 2 * Integer.parseInt(report.group(1)) : 0));
				}
			}
			return rest.equals(text) ? text : rest.lines().sorted().collect(Collectors.joining("\n"));
		}

		/** Log4j does not write its events, or not all of them. */
		private static boolean holdsBack(Node appender) {
			return appender.attribute("immediateFlush").equals("false") || isRolling(appender);
		}

	},

	/** A file that the program has stopped, and that goes on with its next rollover. */
	FAILED_ROLLOVER("docs/overload.md", "A rollover that fails costs no event; Log4j drops the one that causes it") {

		@Override
		boolean explains(Case test, Difference difference) {
			return test.stopped().anyMatch((appender) -> isRolling(appender) && isOf(difference.place(), appender));
		}

	},

	/** A message without a text, which Log4j gives up with its event. */
	MESSAGE_WITHOUT_TEXT("docs/how-it-works.md",
			"An event whose message can't be formatted is written with the reason in its place") {

		@Override
		String without(Case test, Map<String, String> plain, String place, String text) {
			if (test.calls().noneMatch(Step.Call::isBroken)) {
				return text;
			}
			return switch (place) {
				case "attempted" -> "";
				case "status" -> text.replaceAll("(?m)^WARN .* caught .* logging .*\\n?", "");
				default -> UNFORMATTABLE.matcher(text).replaceAll("");
			};
		}

		/** It is lost if the program has stopped the appender. */
		@Override
		boolean explains(Case test, Difference difference) {
			return test.calls().anyMatch(Step.Call::isBroken) && test.stopped()
				.map((appender) -> appender.attribute("name"))
				.anyMatch((name) -> difference.hasOnlyMore(name + " loses an event|.*ppender " + name + "\\b.*"));
		}

	},

	/**
	 * An appender with ignoreExceptions="false" throws to the writer, not to the caller.
	 */
	NOTHING_THROWN_TO_CALLERS("docs/overload.md",
			"or an appender throws, the event is lost for that appender, `ringlog.writer.errors` counts it, and the writer continues") {

		@Override
		String without(Case test, Map<String, String> plain, String place, String text) {
			return switch (place) {
				case "thrown to callers" -> text.replaceAll(
						"(?m)^[0-9.]+ (org\\.apache\\.logging\\.log4j\\.core\\.appender|java\\.lang\\.IllegalStateException: appender).*\n?",
						"");
				case "status" -> test.hasNode(DocumentedDifference::isStrict) ? text.replaceAll(
						"(?m)^(ERROR Ringlog: an event could not be written" + "|WARN \\S+ caught \\S+ logging) .*\n?",
						"") : text;
				default -> text;
			};
		}

		/** In plain Log4j the appenders after it do not get the event. */
		@Override
		boolean explains(Case test, Difference difference) {
			boolean fails = difference.actual().contains(RecordingAppender.FAIL)
					|| test.calls().anyMatch((call) -> call.failure() == Step.Failure.BROKEN);
			boolean strict = fails && test.hasNode(DocumentedDifference::isStrict)
					|| test.stopped().anyMatch(DocumentedDifference::isStrict);
			boolean told = difference.hasOnlyMore(
					"(ERROR |\\S+: )(An exception occurred processing Appender|Attempted to append to non-started appender) .*"
							+ "|Ringlog: appender .*");
			boolean more = difference.kind() == Difference.Kind.REPEATS_LINES
					|| (difference.kind() == Difference.Kind.CHANGES_TEXT && difference.hasOnlyMore());
			// A caller that is formatted itself: a parameter that logs.
			boolean within = difference.expected()
				.replace("\u0000", "")
				.contains("=>org.apache.logging.log4j.core.appender.AppenderLoggingException:")
					&& test.hasNode(DocumentedDifference::isStrict);
			return within || strict && (more || told);
		}

	},

	/** Plain Log4j reports it for what its filter denies, too. */
	STOPPED_ISOLATED_APPENDER("docs/overload.md",
			"If an isolated appender is stopped, its error handler hears of the events that pass its filter") {

		@Override
		String without(Case test, Map<String, String> plain, String place, String text) {
			boolean filtered = test.stopped()
				.anyMatch((appender) -> appender.attribute("name").equals(test.isolated())
						&& appender.has(Node::isFilter));
			return (isTold(place) && filtered)
					? text.replaceAll(
							"(?m)^.*Attempted to append to non-started appender " + test.isolated() + "\\b.*\n?", "")
					: text;
		}

	},

	/** A filter that measures time stands before an appender. */
	TIME_OF_WRITING("docs/appenders.md",
			"a `BurstFilter` there measures the time of the writing, not that of the event") {

		@Override
		boolean explains(Case test, Difference difference) {
			return switch (difference.kind()) {
				case LOSES_LINES, REPEATS_LINES, CHANGES_TEXT ->
					test.reachedBehind("BurstFilter").anyMatch((appender) -> isOf(difference.place(), appender))
							// The program has added it to a logger with such a filter.
							|| difference.place().startsWith("recorded by added")
									&& test.reachedBehind("BurstFilter").findAny().isPresent();
				// Of events that it fails to write.
				case TELLS -> test.reachedBehind("BurstFilter").findAny().isPresent();
				default -> false;
			};
		}

	},

	/** A program adds an appender to a logger that had none. */
	NOTHING_TO_COUNT("docs/appenders.md", "A filter of a logger is not asked about an event that no appender gets") {

		@Override
		boolean explains(Case test, Difference difference) {
			return difference.kind() == Difference.Kind.REPEATS_LINES
					&& difference.place().startsWith("recorded by added")
					&& test.hasNode((logger) -> logger.has((node) -> node.type().equals("BurstFilter"))
							&& logger.has((node) -> node.attribute("ref").equals("missing")));
		}

	},

	/** An appender that is behind an isolated one, and that loggers refer to as well. */
	TWO_WAYS("docs/overload.md",
			"An appender that events reach both through an isolated one and past it, such as a file behind an isolated `Rewrite`, gets those of the two ways in any order") {

		@Override
		boolean explains(Case test, Difference difference) {
			boolean any = difference.hasSameCharacters()
					// Which of its files an event comes into depends on what came before.
					|| test.hasNode((node) -> isRolling(node) && isOf(difference.place(), node));
			return any && !test.isolated().isEmpty() && test.hasNode(
					(node) -> node.has(DocumentedDifference::refers) && (node.attribute("name").equals(test.isolated())
							|| node.type().equals("Appenders") && node.has((inner) -> refers(inner, test.isolated()))));
		}

	},

	/** Log4j locks the file a second time for what does not fit into the buffer. */
	LOCKED_FILES("docs/appenders.md",
			"With `locking=\"true\"` an event that is larger than the buffer is written; Log4j writes it with a pattern only") {

		@Override
		String without(Case test, Map<String, String> plain, String place, String text) {
			return isTold(place)
					? text.replaceAll("(?m)^.* java.nio.channels.OverlappingFileLockException: null\n?", "") : text;
		}

		@Override
		boolean explains(Case test, Difference difference) {
			return test.hasNode((node) -> node.attribute("locking").equals("true")
					&& !node.has((inner) -> inner.type().equals("PatternLayout")) && isOf(difference.place(), node));
		}

	},

	/** A layout that fails without a location, where no logger includes it. */
	HTML_WITH_LOCATION("docs/findings.md",
			"`HtmlLayout` with `locationInfo` always gets it, and so do the other appenders of the event: it fails without") {

		@Override
		String without(Case test, Map<String, String> plain, String place, String text) {
			return isTold(place) ? text.replaceAll("(?m)^.*StackTraceElement.getFileName\\(\\)\" because.*\n?", "")
					: text;
		}

		@Override
		boolean explains(Case test, Difference difference) {
			boolean html = difference.kind() == Difference.Kind.REPEATS_LINES && test.hasNode(
					(node) -> isOf(difference.place(), node) && node.has(DocumentedDifference::isHtmlWithLocation));
			boolean another = test.hasNode(DocumentedDifference::isHtmlWithLocation)
					&& changesLocation(test, difference);
			// Log4j tells of three failures only, and has told of those of the layout.
			boolean told = test.hasNode((node) -> node.has(DocumentedDifference::isHtmlWithLocation) && difference
				.hasOnlyMore(".*An exception occurred processing Appender " + node.attribute("name") + "\\b.*"));
			return (html || another || told) && test
				.hasNode((node) -> node.attribute("includeLocation").equals("false") || isWithoutLocation(node));
		}

	},

	/**
	 * Log4j's event has no location behind a queue, unless an appender has asked before.
	 */
	LOCATION_BEHIND_A_QUEUE("docs/findings.md",
			"What is captured is there behind an `Async` or `<AsyncLogger>` without `includeLocation`, too") {

		@Override
		boolean explains(Case test, Difference difference) {
			return changesLocation(test, difference) && test.hasNode(DocumentedDifference::isWithoutLocation);
		}

	},

	/** Log4j begins no other file as long as the one before is empty on the disk. */
	IMMEDIATE_FLUSH("docs/appenders.md", "`immediateFlush` changes nothing") {

		@Override
		boolean explains(Case test, Difference difference) {
			return test.hasNode((node) -> isRolling(node) && node.attribute("immediateFlush").equals("false")
					&& node.has((inner) -> inner.type().startsWith("DirectWrite")) && isOf(difference.place(), node));
		}

	},

	/** What is in a buffer of plain Log4j's at the end of the JVM may be lost. */
	END_OF_JVM("docs/how-it-works.md",
			"If no application context is being closed, or is closed for 250 ms without step 3, Ringlog's hook empties the ring") {

		@Override
		boolean explains(Case test, Difference difference) {
			// It may end within a line.
			return test.end() != Case.End.STOP && difference.place().startsWith("file ")
					&& difference.actual().startsWith(difference.expected());
		}

	},

	/** A logger that the program adds includes the location in plain Log4j. */
	INHERITED_LOCATION("docs/findings.md", "a logger without it inherits the decision of its parent") {

		@Override
		boolean explains(Case test, Difference difference) {
			return changesLocation(test, difference)
					&& test.hasNode((node) -> node.attribute("includeLocation").equals("false"))
					&& (test.hasChange(Step.Change.Kind.ADD_LOGGER)
							|| test.hasChange(Step.Change.Kind.ADD_APPENDER_TO_LOGGER));
		}

	},

	/** What an event says of its format, which is kept with parameters only. */
	FORMAT_WITHOUT_PARAMETERS("docs/how-it-works.md", "The format of a message without parameters is its text") {

		@Override
		String without(Case test, Map<String, String> plain, String place, String text) {
			return place.startsWith("recorded by ") ? text.replaceAll("\\|[^|]*(\\|0 parameters\\|)", "$1") : text;
		}

	},

	/** What waits while another configuration begins has been accepted before it. */
	HEADER_OF_THE_NEXT("docs/appenders.md",
			"A new configuration opens its files before the events that wait are written") {

		@Override
		boolean explains(Case test, Difference difference) {
			return difference.hasSameCharacters()
					&& (difference.place().equals("console") || difference.place().equals("standard error"))
					&& test.hasChange(Step.Change.Kind.RECONFIGURE_WITH_OTHER)
					&& test.hasNode((node) -> !node.attribute("header").isEmpty());
		}

	},

	/** Each of two appenders writes its batch at once. */
	TWO_CONSOLES("docs/appenders.md", "The lines of two appenders on one console may come in another order") {

		@Override
		boolean explains(Case test, Difference difference) {
			return difference.hasSameCharacters()
					&& (difference.place().equals("console") || difference.place().equals("standard error"))
					&& test.hasTwoConsoles();
		}

	},

	/** Spring Boot's JSON has a question mark for each; texts are bytes here. */
	EMOJIS_IN_JSON("docs/json.md", "| emojis with Spring Boot 4.1.0 and 4.1.1 | `?` | as they are |") {

		@Override
		String without(Case test, Map<String, String> plain, String place, String text) {
			return test.settings().stream().anyMatch((setting) -> setting.startsWith("logging.structured.format"))
					? text.replaceAll("[\u00f0-\u00f4][\u0080-\u00bf]{3}", "?") : text;
		}

	},

	/** What Spring Boot logs of an entry of the MDC, if its logger is of this context. */
	KEYS_OF_GELF("docs/json.md",
			"| an MDC key that GELF does not allow | left out, with a warning each time | left out |") {

		@Override
		String without(Case test, Map<String, String> plain, String place, String text) {
			return test.settings().stream().anyMatch((setting) -> setting.endsWith("=gelf"))
					? text.replaceAll(
							"(?m)^(.*two\n(?=lines))*+.*' is an illegal field name according to GELF standard.*\n?", "")
					: text;
		}

	},

	/** The same, where Spring Boot's layout encodes: in plain Log4j it calls itself. */
	LAYOUT_THAT_LOGS("docs/how-it-works.md",
			"While the ring is emptied at shutdown the reason is `shutdown`.\nPlain Log4j keeps such an event from the appender that caused it.") {

		@Override
		boolean explainsAll(Case test, Map<String, String> plain, Map<String, String> ringlog) {
			return ringlog.values()
				.stream()
				.anyMatch((text) -> text.replace("\u0000", "")
					.contains("' is an illegal field name according to GELF standard"));
		}

	},

	/** A warning of Log4j's, when it counts the parameters of an event. */
	NOT_FORMATTED("docs/how-it-works.md", "An event that no appender gets is not formatted") {

		@Override
		String without(Case test, Map<String, String> plain, String place, String text) {
			boolean nowhere = plain.getOrDefault("status", "").contains("Unable to locate appender");
			if (place.equals("attempted") && nowhere && test.calls().anyMatch(Step.Call::logs)) {
				return "";
			}
			return (place.equals("status") || place.equals("console")) ? PLACEHOLDERS.matcher(text).replaceAll("")
					: text;
		}

		/** What it would have logged while it is formatted. */
		@Override
		boolean explains(Case test, Difference difference) {
			return difference.kind() == Difference.Kind.LOSES_LINES && test.calls().anyMatch(Step.Call::logs)
					&& test.hasNode((node) -> node.attribute("ref").equals("missing"));
		}

	},

	/** Log4j's words for a mistake in a pattern, each time that it is read. */
	PATTERNS_ARE_READ_AGAIN("docs/appenders.md",
			"What Log4j reports of a mistake in a pattern may come several times: Ringlog reads the pattern, too") {

		@Override
		String without(Case test, Map<String, String> plain, String place, String text) {
			if (!place.equals("status")) {
				return text;
			}
			Set<String> known = new HashSet<>();
			return text.lines()
				.filter((line) -> !line.matches("(WARN|ERROR) [^`]*") || line.contains("ppender") || known.add(line))
				.collect(Collectors.joining("\n"));
		}

	},

	/** What Log4j throws has the reports in its message that came before. */
	REASON_IN_THE_EXCEPTION("docs/findings.md",
			"If a configuration can't be built, the exception that Log4j throws is the cause of one whose message says what was reported before") {

		@Override
		String without(Case test, Map<String, String> plain, String place, String text) {
			return place.equals("start") ? text.replaceAll("(?s)(config.ConfigurationException: ).*", "$1") : text;
		}

		/** Where Spring Boot prints it. */
		@Override
		boolean explains(Case test, Difference difference) {
			return switch (difference.place()) {
				case "standard error" ->
					difference.hasOnlyMore("Caused by: \\S+ConfigurationException: .*|\t\\.\\.\\..*more");
				case "console" -> difference.hasOnlyMore(
						"\\*+|APPLICATION FAILED TO START|Description:|.* Could not initialize Log4J2 logging from .*|Action:|Correct the configuration\\.");
				default -> false;
			};
		}

	},

	/** The summary of what no appender gets, if it comes to none itself. */
	NO_APPENDER("docs/monitoring.md", "none of the appenders that the logger refers to could be created") {

		@Override
		String without(Case test, Map<String, String> plain, String place, String text) {
			return place.equals("standard error")
					? text.replaceAll("(?m)^Ringlog: " + RecordingAppender.OWN_EVENT + "\\n", "") : text;
		}

	},

	/** A configuration that does not have the appender that is to be isolated. */
	MISSING_ISOLATED_APPENDER("docs/overload.md", "the start fails if no appender has the name") {

		@Override
		String without(Case test, Map<String, String> plain, String place, String text) {
			return place.equals("status") ? text.replaceAll("(?m)^ERROR Ringlog: can't isolate .*\n?", "") : text;
		}

		@Override
		boolean explainsAll(Case test, Map<String, String> plain, Map<String, String> ringlog) {
			return ringlog.getOrDefault("start", "").contains("ringlog.isolation names ");
		}

	},

	/** A configuration with which an application logs nothing. */
	NOTHING_OF_A_CONFIGURATION("docs/findings.md",
			"If nothing of a configuration could be used, because the file is not there or can't be parsed, or no appender could be created, the start fails") {

		@Override
		boolean explainsAll(Case test, Map<String, String> plain, Map<String, String> ringlog) {
			boolean nothing = plain.entrySet()
				.stream()
				.allMatch((entry) -> entry.getValue().replace("\u0000", "").matches("(.*header\\R*)?")
						|| !entry.getKey().matches("file .*|recorded by (?!added).*"));
			return ringlog.getOrDefault("start", "").contains("LoggingStartException: No logger has an appender")
					&& (nothing || test.hasChange(Step.Change.Kind.RECONFIGURE_WITH_OTHER));
		}

	};

	private static final Pattern PLACEHOLDERS = Pattern
		.compile("(?:TIME \\S+ )?WARN found \\d+ argument placeholders, but provided \\d+ for pattern `[^`]*`[ ]?\n?");

	private static final Pattern REPORT = Pattern
		.compile("Ringlog: appender (\\S+) could not write \\d+ log events?: .*\\n");

	// With the stack trace behind it, if there is one, and lines of a value of the MDC.
	private static final Pattern UNFORMATTABLE = Pattern.compile(
			"(?m)^(?:(?!.*\\[the message could).*two\\n(?=lines))*+.*\\[the message could not be formatted: [^]]*].*"
					+ "\\n?(?:lines\\b.*\\n?)*+"
					+ "(\\n?(\tat |\t\\.\\.\\. |\tSuppressed: |Caused by: |[\\w.$]+(Exception|Error)\\b).*\\n)*+");

	/** Whether Log4j tells of failures there. */
	private static boolean isTold(String place) {
		return place.equals("status") || place.equals("error handlers");
	}

	/** Whether an appender writes to a place. */
	private static boolean isOf(String place, Node appender) {
		return place.matches("(?s)(recorded by|file) (other-)?" + Pattern.quote(appender.attribute("name")) + "\\b.*")
				|| appender.type().equals("Console") && place.matches("(console|standard error).*");
	}

	/** Whether a location may be what differs. */
	private static boolean changesLocation(Case test, Difference difference) {
		// What a file has decides when it rolls over.
		return test.hasNode((node) -> isOf(difference.place(), node) && node.has(DocumentedDifference::printsLocation)
				&& (isRolling(node) || difference.kind() == Difference.Kind.CHANGES_TEXT));
	}

	private static boolean printsLocation(Node layout) {
		return layout.attribute("pattern").matches("(?s).*%[-.0-9]*([CFLM]|l(?!evel|ogger)|class|file|method).*")
				|| layout.attribute("locationInfo").equals("true") || layout.type().equals("JsonTemplateLayout");
	}

	private static boolean isWithoutLocation(Node queue) {
		return queue.type().startsWith("Async") && !queue.attribute("includeLocation").equals("true");
	}

	private static boolean printsJars(Node layout) {
		return layout.attribute("pattern").matches("(?s).*%[-0-9.]*x(w?Ex|Th).*");
	}

	private static boolean isHtmlWithLocation(Node node) {
		return node.type().equals("HtmlLayout") && node.attribute("locationInfo").equals("true");
	}

	private static boolean refers(Node node) {
		return !node.attribute("ref").isEmpty() || !node.attribute("primary").isEmpty();
	}

	private static boolean refers(Node node, String appender) {
		return node.attribute("ref").equals(appender) || node.attribute("primary").equals(appender);
	}

	/** Whether it throws what it can't write. */
	private static boolean isStrict(Node appender) {
		return appender.attribute("ignoreExceptions").equals("false");
	}

	private static boolean isRolling(Node appender) {
		return appender.type().startsWith("Rolling");
	}

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
	 * @param plain all that came out of plain Log4j
	 */
	String without(Case test, Map<String, String> plain, String place, String text) {
		return text;
	}

	/**
	 * Return whether this is why a place differs.
	 */
	boolean explains(Case test, Difference difference) {
		return false;
	}

	/** Return whether this is why nothing else is the same. */
	boolean explainsAll(Case test, Map<String, String> plain, Map<String, String> ringlog) {
		return false;
	}

	static boolean explainAll(Case test, Map<String, String> plain, Map<String, String> ringlog) {
		return Arrays.stream(values()).anyMatch((documented) -> documented.explainsAll(test, plain, ringlog));
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
