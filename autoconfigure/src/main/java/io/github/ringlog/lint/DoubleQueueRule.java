package io.github.ringlog.lint;

import java.util.function.Consumer;

import io.github.ringlog.location.AppenderPart;
import org.apache.logging.log4j.core.async.AsyncLoggerConfig;
import org.apache.logging.log4j.core.config.LoggerConfig;

/**
 * Finds needless second queues behind the ring.
 */
final class DoubleQueueRule implements Rule {

	static final String RULE = "double-queue";

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		if (!context.capture().isAsynchronous()) {
			return;
		}
		for (LoggerConfig logger : context.loggers()) {
			if (logger instanceof AsyncLoggerConfig) {
				findings.accept(Finding.warning(RULE, FindingPlace.of(logger),
						"All loggers are already asynchronous. The events of this logger pass through a second ring, "
								+ "Log4j's own, which loses events silently when it is full.",
						"Replace it with:\n" + snippet(logger)));
			}
		}
		for (AppenderPart appender : context.appenders()) {
			if (AppenderKinds.isAsync(appender) && context.isReached(appender) && guardsNothing(context, appender)) {
				findings.accept(Finding.hint(RULE, FindingPlace.of(appender),
						"All loggers are already asynchronous. This appender copies their events again and adds a second "
								+ "queue and a second thread.",
						"Refer directly to the appenders behind it."));
			}
		}
	}

	/**
	 * Return whether all appenders behind a queue write on this machine, so that the
	 * queue protects nobody from a slow one.
	 */
	private static boolean guardsNothing(LintContext context, AppenderPart queue) {
		return context.behind(queue)
			.keySet()
			.stream()
			.allMatch((appender) -> appender.forwards() || AppenderKinds.isLocal(appender));
	}

	private static String snippet(LoggerConfig logger) {
		if (FindingPlace.isRoot(logger)) {
			return "  <Root level=\"…\"> … </Root>";
		}
		return "  <Logger name=\"" + logger.getName() + "\" level=\"…\"> … </Logger>";
	}

}
