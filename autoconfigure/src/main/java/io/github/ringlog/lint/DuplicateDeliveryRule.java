package io.github.ringlog.lint;

import java.util.Map;
import java.util.function.Consumer;

import io.github.ringlog.location.AppenderPart;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.LoggerConfig;

/**
 * Finds loggers whose events reach the same appender more than once.
 */
final class DuplicateDeliveryRule implements Rule {

	static final String RULE = "duplicate-delivery";

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		for (LoggerConfig logger : context.loggers()) {
			if (!Level.OFF.equals(logger.getLevel())) {
				LoggerConfig parent = logger.isAdditive() ? logger.getParent() : null;
				Map<AppenderPart, Integer> inherited = (parent != null) ? context.deliveries(parent) : Map.of();
				context.deliveries(logger).forEach((appender, times) -> {
					if (times > 1 && times > inherited.getOrDefault(appender, 0)) {
						findings.accept(finding(logger, appender, times));
					}
				});
			}
		}
	}

	private static Finding finding(LoggerConfig logger, AppenderPart appender, int times) {
		FindingPlace where = FindingPlace.of(appender);
		return Finding.warning(RULE, new FindingPlace(FindingPlace.nameOf(logger), where.appender(), where.layout()),
				"Each event of this logger reaches the appender %d times, and is formatted and written each time."
					.formatted(times),
				"Remove one of the references, or set additivity=\"false\" on the logger: its events then do not go to the "
						+ "appenders of its parents.");
	}

}
