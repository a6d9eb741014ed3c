package io.github.ringlog.lint;

import java.util.function.Consumer;

import io.github.ringlog.environment.LintRule;
import org.apache.logging.log4j.core.async.AsyncLoggerConfig;
import org.apache.logging.log4j.core.config.LoggerConfig;

/**
 * Finds second rings behind the ring.
 */
final class DoubleQueueRule implements Rule {

	static final String RULE = LintRule.DOUBLE_QUEUE.label();

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		for (LoggerConfig logger : context.graph().loggers()) {
			if (context.capture().isRing() && logger instanceof AsyncLoggerConfig) {
				findings.accept(Finding.warning(RULE, FindingPlace.of(logger),
						"The events of this logger pass through a second ring, Log4j's own, which loses events silently "
								+ "when it is full. All loggers are already asynchronous.",
						"Replace it with <Root> or <Logger>."));
			}
		}
	}

}
