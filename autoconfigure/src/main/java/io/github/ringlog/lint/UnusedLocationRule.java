package io.github.ringlog.lint;

import java.util.Map;
import java.util.function.Consumer;

import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.LayoutReader;
import org.apache.logging.log4j.core.async.AsyncLoggerConfig;
import org.apache.logging.log4j.core.config.LoggerConfig;

/**
 * Finds loggers and appenders that capture the caller's location, or are told to,
 * although no layout prints it.
 */
final class UnusedLocationRule implements Rule {

	static final String UNUSED = "location-unused";

	// Made by Spring Boot for logging.level.*, with includeLocation whatever the user has
	// set.
	private static final String SPRING_BOOT_LOGGER = "LevelSetLoggerConfig";

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		for (LoggerConfig logger : context.loggers()) {
			if (includesLocation(context, logger) && printsNone(context, context.reachedBy(logger))) {
				checkLogger(context, logger, findings);
			}
		}
		for (AppenderPart appender : context.appenders()) {
			if (Boolean.TRUE.equals(appender.options().includeLocation()) && context.isReached(appender)
					&& printsNone(context, context.behind(appender))) {
				findings.accept(forAsyncAppender(context.capture(), appender));
			}
		}
	}

	private static boolean includesLocation(LintContext context, LoggerConfig logger) {
		return context.capture().isRinglog() ? context.isLocationDemanded(logger) : logger.isIncludeLocation();
	}

	private static boolean printsNone(LintContext context, Map<AppenderPart, Boolean> reached) {
		return reached.keySet()
			.stream()
			.allMatch((appender) -> context.printsLocation(appender) == LayoutReader.Answer.NO);
	}

	private static void checkLogger(LintContext context, LoggerConfig logger, Consumer<Finding> findings) {
		boolean byLevelOnly = logger.getClass().getSimpleName().equals(SPRING_BOOT_LOGGER);
		if (context.capture().isRinglog()) {
			findings.accept(Finding.hint(UNUSED, FindingPlace.of(logger),
					"No layout prints the caller's location for this logger, so Ringlog does not capture it. Log4j's own "
							+ "asynchronous loggers would capture it for each event.",
					"Remove includeLocation=\"true\"."));
		}
		else if (context.capture() == LocationCapture.EAGER || logger instanceof AsyncLoggerConfig) {
			findings.accept(Finding.hint(UNUSED, FindingPlace.of(logger),
					"The caller's location is captured for each event of this logger, although no layout prints it. "
							+ LocationAdvice.COST + ".",
					byLevelOnly
							? "A logger that logging.level.* or /actuator/loggers creates has includeLocation=\"true\". "
									+ "Declare it in the Log4j configuration, where the default is false. Its level may stay "
									+ "where it is. Ringlog's loggers don't capture a location that no layout prints."
							: "Remove includeLocation=\"true\"."));
		}
	}

	private static Finding forAsyncAppender(LocationCapture capture, AppenderPart appender) {
		return Finding.hint(UNUSED, FindingPlace.of(appender), (capture == LocationCapture.LAZY)
				? "The caller's location is captured for each event that gets here, although no layout behind it "
						+ "prints it. " + LocationAdvice.COST + "."
				: "includeLocation=\"true\" has no effect: no layout behind this appender prints the caller's "
						+ "location.",
				"Remove includeLocation=\"true\".");
	}

}
