package io.github.ringlog.lint;

import java.util.function.Consumer;

import io.github.ringlog.environment.LintRule;
import org.apache.logging.log4j.core.async.AsyncLoggerConfig;
import org.apache.logging.log4j.core.config.LoggerConfig;

/**
 * Finds Log4j's own asynchronous loggers, which lose events with Disruptor 4.
 */
final class LossyLoggersRule implements Rule {

	static final String RULE = LintRule.LOSSY_LOGGERS.label();

	private static final String MESSAGE = "With Disruptor 4, Log4j's own asynchronous loggers drop events as soon as their "
			+ "ring is full, whatever the overflow policy, and no meter counts them.";

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		String selector = context.lintEnvironment().lossySelector();
		if (selector == null || context.capture() != LocationCapture.OF_LOG4J) {
			return;
		}
		if (selector.contains("Async")) {
			findings.accept(Finding.warning(RULE, FindingPlace.CONFIGURATION, MESSAGE,
					"Remove log4j2.contextSelector, or set it to io.github.ringlog.logger.RinglogContextSelector: "
							+ "Ringlog counts each event that it drops. For synchronous loggers, also set "
							+ "ringlog.enabled=false.")
				.at(null, "log4j2.contextSelector=" + selector, -1));
			return;
		}
		for (LoggerConfig logger : context.graph().loggers()) {
			if (logger instanceof AsyncLoggerConfig) {
				findings.accept(Finding.warning(RULE, FindingPlace.of(logger), MESSAGE,
						"Write <Logger> or <Root>, and remove log4j2.contextSelector: Ringlog makes all loggers "
								+ "asynchronous and counts each event that it drops."));
			}
		}
	}

}
