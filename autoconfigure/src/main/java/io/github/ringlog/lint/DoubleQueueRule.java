package io.github.ringlog.lint;

import java.util.function.Consumer;

import io.github.ringlog.location.AppenderPart;
import org.apache.logging.log4j.core.async.AsyncLoggerConfig;
import org.apache.logging.log4j.core.config.LoggerConfig;

/**
 * Finds queues behind the ring through which all events go already.
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
				findings.accept(Finding.warning(RULE, Where.of(logger),
						"All loggers are asynchronous already, yet this one is made asynchronous once more. Its events "
								+ "pass a second ring, Log4j's own, which loses events without a trace when it is full.",
						"Replace it by this:\n" + snippet(logger)));
			}
		}
		for (AppenderPart appender : context.appenders()) {
			if (AppenderKinds.isAsync(appender) && context.isReached(appender) && guardsNothing(context, appender)) {
				findings.accept(Finding.warning(RULE, Where.of(appender),
						"All loggers are asynchronous already, yet their events are copied once more and wait in this "
								+ "appender's queue, which another thread empties.",
						"Refer to the appenders behind it directly, in place of the AsyncAppender."));
			}
		}
	}

	/**
	 * Whether all that is behind a queue writes on this machine, and is as fast as the
	 * queue.
	 */
	private static boolean guardsNothing(LintContext context, AppenderPart queue) {
		return context.behind(queue)
			.keySet()
			.stream()
			.allMatch((appender) -> appender.forwards() || AppenderKinds.isLocal(appender));
	}

	private static String snippet(LoggerConfig logger) {
		if (Where.isRoot(logger)) {
			return "  <Root level=\"…\"> … </Root>";
		}
		return "  <Logger name=\"" + logger.getName() + "\" level=\"…\"> … </Logger>";
	}

}
