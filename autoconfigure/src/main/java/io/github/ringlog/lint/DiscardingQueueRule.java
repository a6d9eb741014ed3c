package io.github.ringlog.lint;

import java.util.function.Consumer;

import io.github.ringlog.environment.LintRule;
import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.Element;
import org.apache.logging.log4j.core.appender.AsyncAppender;
import org.jspecify.annotations.Nullable;

/**
 * Finds queues that drop events when they are full.
 */
final class DiscardingQueueRule implements Rule {

	static final String RULE = LintRule.DISCARDING_QUEUE.label();

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		for (AppenderPart appender : context.graph().parts()) {
			if (appender.type() == AsyncAppender.class && discards(appender.element())
					&& context.graph()
						.loggers()
						.stream()
						.anyMatch((logger) -> context.graph().reachedBy(logger).containsKey(appender))) {
				findings.accept(Finding.warning(RULE, FindingPlace.of(appender),
						"When its queue is full, this appender drops events of any level. The meter "
								+ "ringlog.appender.dropped counts those of Ringlog's loggers, without their levels.",
						"Remove blocking=\"false\", or set errorRef to the appender that should get these events. To "
								+ "drop events by level and count them, use ringlog.overflow.policy=drop.")
					.at(null, "blocking=\"false\"", -1));
			}
		}
	}

	private static boolean discards(@Nullable Element queue) {
		return queue != null && "false".equalsIgnoreCase(queue.attribute("blocking"))
				&& queue.attribute("errorRef") == null;
	}

}
