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
				byPattern = true;
				for (Specifier specifier : use.specifiers()) {
					if (specifier.kind() == Specifier.Kind.LOCATION) {
						findings.accept(withAdvice(finding, LocationAdvice.of(specifier.word())).at(use.pattern(),
								specifier.text(), specifier.position()));
					}
				}
			}
		}
		String layout = finding.where().layout();
		if (!byPattern && layout != null) {
			findings.accept(withAdvice(finding, LocationAdvice.ofLayout()).at(null, LocationAdvice.option(layout), -1));
		}
	}

	private static Finding withAdvice(Finding finding, String advice) {
		return new Finding(finding.rule(), finding.severity(), finding.where(), null, null, -1, finding.message(),
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
		for (LoggerConfig logger : context.loggers()) {
			Boolean located = context.reachedBy(logger).get(appender);
			if (located != null && !Level.OFF.equals(logger.getLevel())) {
				reached = true;
				boolean captures = captures(context.capture(), logger);
				droppedOnTheWay |= captures && !located;
				if (captures && located) {
					captured.add(logger);
				}
			}
		}
		if (!reached) {
			return null;
		}
		Where where = Where.of(appender);
		if (!captured.isEmpty()) {
			return Finding.warning(CAPTURED, where,
					"The caller's location is captured and paid for, with each event of " + names(captured) + ". "
							+ LocationAdvice.COST + ".",
					"");
		}
		return Finding.warning(NOT_CAPTURED, where,
				"This prints nothing, or a question mark: " + reason(context.capture(), droppedOnTheWay) + ".",
				" To have it printed all the same: " + remedy(context.capture(), droppedOnTheWay) + ". "
						+ LocationAdvice.COST + ".");
	}

	static boolean captures(LocationCapture capture, LoggerConfig logger) {
		return switch (capture) {
			case NEVER -> false;
			case ON_DEMAND, ON_DEMAND_SYNCHRONOUS -> true;
			case EAGER, LAZY -> logger.isIncludeLocation();
		};
	}

	private static String reason(LocationCapture capture, boolean droppedOnTheWay) {
		if (droppedOnTheWay) {
			return "an AsyncAppender on the way leaves the caller's location out";
		}
		return switch (capture) {
			case NEVER, ON_DEMAND, ON_DEMAND_SYNCHRONOUS ->
				"the caller's location is not captured, for ringlog.location.capture is false";
			case EAGER -> "the caller's location is not captured, for the loggers are asynchronous and none of those "
					+ "that log here has includeLocation=\"true\"";
			case LAZY -> "the caller's location is not captured, for the loggers that log here have "
					+ "includeLocation=\"false\"";
		};
	}

	private static String remedy(LocationCapture capture, boolean droppedOnTheWay) {
		if (droppedOnTheWay) {
			return "includeLocation=\"true\" on the AsyncAppender";
		}
		return capture.isRinglog() ? "ringlog.location.capture=true" : "includeLocation=\"true\" on the logger";
	}

	private static String names(List<LoggerConfig> loggers) {
		List<String> names = new ArrayList<>(loggers.stream().map(Where::nameOf).limit(NAMES).toList());
		if (loggers.size() > NAMES) {
			names.add("and " + (loggers.size() - NAMES) + " more");
		}
		return ((loggers.size() == 1) ? "the logger " : "the loggers ") + String.join(", ", names);
	}

}
