package io.github.ringlog.lint;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import io.github.ringlog.environment.LintRule;
import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.LayoutReader;
import io.github.ringlog.location.Specifier;
import io.github.ringlog.location.WrittenConfiguration;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.jspecify.annotations.Nullable;

/**
 * Finds layouts that print the caller's location, and reports whether the location is
 * captured.
 */
final class LocationRule implements Rule {

	static final String CAPTURED = LintRule.LOCATION_CAPTURED.label();

	static final String NOT_CAPTURED = LintRule.LOCATION_NOT_CAPTURED.label();

	private static final int NAMES = 5;

	// Measured by the scenario "location" of the benchmarks.
	private static final String COST = "To find the location, a caller walks its stack: below 40 frames a log call takes "
			+ "30 to 40 times as long (benchmarks/run.sh location measures it).";

	private static final String ADVICE = "Use %logger{1.} (%c{1.}) for the class, and a marker or a word in the message for "
			+ "the place in it: they cost nothing. For the exact line, use the weaver of Apache Log4j Transform, which writes "
			+ "it into calls of the Log4j 2 API at compile time.";

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		if (context.capture() == LocationCapture.OF_LOG4J) {
			return;
		}
		for (AppenderPart appender : context.graph().parts()) {
			Finding finding = (context.layouts().printsLocation(appender) == LayoutReader.Answer.YES)
					? judge(context, appender) : null;
			if (finding != null) {
				List<LintContext.PatternUse> patterns = context.patterns(appender).toList();
				patterns.forEach((use) -> use.specifiers()
					.stream()
					.filter((specifier) -> specifier.kind() == Specifier.Kind.LOCATION)
					.findFirst()
					.ifPresent((first) -> findings.accept(finding.at(use.pattern(), first.text(), first.position()))));
				if (patterns.isEmpty()) {
					findings.accept(finding.at(null, option(finding.where().layout()), -1));
				}
			}
		}
	}

	/**
	 * Return the option that makes a layout without a pattern print the location.
	 */
	private static String option(@Nullable String layout) {
		if (layout == null) {
			return "the appender itself";
		}
		return switch (layout) {
			case "JsonLayout", "XmlLayout", "YamlLayout", "HtmlLayout" -> "locationInfo=\"true\"";
			case "JsonTemplateLayout" -> "locationInfoEnabled=\"true\"";
			case "EcsLayout" -> "includeOrigin=\"true\"";
			default -> "the layout itself";
		};
	}

	/**
	 * Return the finding on an appender that prints locations, or {@code null} if it gets
	 * no events.
	 */
	private static @Nullable Finding judge(LintContext context, AppenderPart appender) {
		List<LoggerConfig> loggers = context.graph()
			.loggers()
			.stream()
			.filter((logger) -> !Level.OFF.equals(logger.getLevel())
					&& context.graph().reachedBy(logger).containsKey(appender))
			.toList();
		if (loggers.isEmpty()) {
			return null;
		}
		List<LoggerConfig> captured = loggers.stream()
			.filter((logger) -> Boolean.TRUE.equals(context.graph().reachedBy(logger).get(appender))
					&& captures(context, logger, appender))
			.toList();
		FindingPlace where = FindingPlace.of(appender);
		if (!captured.isEmpty()) {
			return Finding.hint(CAPTURED, where,
					"The caller's location is captured for each event of " + names(captured) + ". " + COST, ADVICE);
		}
		return Finding.warning(NOT_CAPTURED, where,
				(context.layouts().failsWithoutLocation(appender)
						? "This loses every event, because the layout fails and "
						: "This prints nothing or a question mark, because ")
						+ "the caller's location is not captured for any logger that logs here.",
				ADVICE + " To print the location nevertheless, set ringlog.location.capture=true, or includeLocation=\"true\" "
						+ "on the logger; and includeLocation=\"true\" on an AsyncAppender on the way. " + COST);
	}

	/**
	 * Return whether the location of a logger's events is captured for an appender that
	 * prints it.
	 */
	private static boolean captures(LintContext context, LoggerConfig logger, AppenderPart appender) {
		Boolean decision = WrittenConfiguration.includeLocation(logger, context.configuration());
		return ((decision != null) ? decision : context.capture() != LocationCapture.NEVER)
				|| context.layouts().failsWithoutLocation(appender);
	}

	private static String names(List<LoggerConfig> loggers) {
		String names = loggers.stream().map(FindingPlace::nameOf).limit(NAMES).collect(Collectors.joining(", "));
		return ((loggers.size() == 1) ? "the logger " : "the loggers ") + names
				+ ((loggers.size() > NAMES) ? ", and " + (loggers.size() - NAMES) + " more" : "");
	}

}
