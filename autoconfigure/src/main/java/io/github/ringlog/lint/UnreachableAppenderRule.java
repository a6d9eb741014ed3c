package io.github.ringlog.lint;

import java.util.function.Consumer;

import io.github.ringlog.location.AppenderPart;

/**
 * Finds appenders that no logger leads to.
 */
final class UnreachableAppenderRule implements Rule {

	static final String RULE = "unreachable-appender";

	@Override
	public void check(Subject subject, Consumer<Finding> findings) {
		for (AppenderPart appender : subject.appenders()) {
			if (!subject.isReached(appender)) {
				findings.accept(Finding.warning(RULE, Where.of(appender),
						"No logger leads to this appender. It is started all the same, and opens what it would write to.",
						"Remove it, or refer to it: <AppenderRef ref=\"" + appender.name() + "\"/>."));
			}
		}
	}

}
