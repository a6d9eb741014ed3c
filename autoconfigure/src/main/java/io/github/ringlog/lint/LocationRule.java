package io.github.ringlog.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.LayoutReader;
import io.github.ringlog.location.Specifier;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.jspecify.annotations.Nullable;

/**
 * Finds layouts that print the caller's location, and tells whether there is one to
 * print.
 */
final class LocationRule implements Rule {

	static final String CAPTURED = "location-captured";

	static final String NOT_CAPTURED = "location-not-captured";

	private static final int NAMES = 5;

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		for (AppenderPart appender : context.appenders()) {
			if (context.printsLocation(appender) == LayoutReader.Answer.YES) {
				Finding finding = judge(context, appender);
				if (finding != null) {
					report(context, appender, finding, findings);
				}
			}
		}
	}

	private static void report(LintContext context, AppenderPart appender, Finding finding,
			Consumer<Finding> findings) {
		boolean byPattern = false;
		for (LintContext.PatternUse use : context.patterns()) {
			if (use.appender() == appender) {
				for (Specifier specifier : use.specifiers()) {
					byPattern |= specifier.kind() == Specifier.Kind.MAYBE_LOCATION;
					if (specifier.kind() == Specifier.Kind.LOCATION) {
						byPattern = true;
						findings.accept(withAdvice(finding, use.where(), LocationAdvice.of(specifier.word()))
							.at(use.pattern(), specifier.text(), specifier.position()));
					}
				}
			}
		}
		if (!byPattern) {
			findings.accept(withAdvice(finding, finding.where(), LocationAdvice.ofLayout()).at(null,
					LocationAdvice.option(finding.where().layout()), -1));
		}
	}

	private static Finding withAdvice(Finding finding, FindingPlace where, String advice) {
		return new Finding(finding.rule(), finding.severity(), where, null, null, -1, finding.message(),
				advice + finding.advice());
	}

	/**
	 * Return what is to be said of an appender that prints locations, or {@code null}
	 * when it gets no events.
	 */
	private static @Nullable Finding judge(LintContext context, AppenderPart appender) {
		List<LoggerConfig> captured = new ArrayList<>();
		boolean reached = false;
		boolean droppedOnTheWay = false;
		boolean decidedSo = true;
		for (LoggerConfig logger : context.loggers()) {
			Boolean located = context.reachedBy(logger).get(appender);
			if (located != null && !Level.OFF.equals(logger.getLevel())) {
				reached = true;
				decidedSo &= Boolean.FALSE.equals(context.locationDecision(logger));
				boolean captures = context.capturesLocation(logger);
				droppedOnTheWay |= captures && !located;
				if (captures && located) {
					captured.add(logger);
				}
			}
		}
		if (!reached) {
			return null;
		}
		FindingPlace where = FindingPlace.of(appender);
		if (!captured.isEmpty()) {
			return Finding.hint(CAPTURED, where, "The caller's location is captured for each event of "
					+ names(captured) + ". " + LocationAdvice.COST + ".", remedyForCost(context, captured));
		}
		return Finding.warning(NOT_CAPTURED, where,
				(context.failsWithoutLocation(appender) ? "This loses every event, because the layout fails and "
						: "This prints nothing or a question mark, because ")
						+ reason(context.capture(), decidedSo, droppedOnTheWay) + ".",
				" To print the location nevertheless, set " + remedy(context.capture(), decidedSo, droppedOnTheWay)
						+ ". " + LocationAdvice.COST + ".");
	}

	private static String remedyForCost(LintContext context, List<LoggerConfig> captured) {
		return captured.stream().anyMatch((logger) -> Boolean.TRUE.equals(context.locationDecision(logger)))
				? " If you remove includeLocation=\"true\" from the logger, ringlog.location.capture decides." : "";
	}

	private static String reason(LocationCapture capture, boolean decidedSo, boolean droppedOnTheWay) {
		if (droppedOnTheWay) {
			return "an AsyncAppender on the way drops the caller's location";
		}
		String start = "the caller's location is not captured: ";
		if (decidedSo || capture == LocationCapture.LAZY) {
			return start + "the loggers that log here have includeLocation=\"false\"";
		}
		return start + ((capture == LocationCapture.EAGER)
				? "the loggers are asynchronous, and none that logs here has includeLocation=\"true\""
				: "ringlog.location.capture is false");
	}

	private static String remedy(LocationCapture capture, boolean decidedSo, boolean droppedOnTheWay) {
		if (droppedOnTheWay) {
			return "includeLocation=\"true\" on the AsyncAppender";
		}
		String onTheLogger = "includeLocation=\"true\" on the logger";
		if (decidedSo || !capture.isRinglog()) {
			return onTheLogger;
		}
		return "ringlog.location.capture=true, or " + onTheLogger;
	}

	private static String names(List<LoggerConfig> loggers) {
		List<String> names = new ArrayList<>(loggers.stream().map(FindingPlace::nameOf).limit(NAMES).toList());
		if (loggers.size() > NAMES) {
			names.add("and " + (loggers.size() - NAMES) + " more");
		}
		return ((loggers.size() == 1) ? "the logger " : "the loggers ") + String.join(", ", names);
	}

}
