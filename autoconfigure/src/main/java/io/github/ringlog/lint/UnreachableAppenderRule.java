package io.github.ringlog.lint;

import java.util.function.Consumer;

import io.github.ringlog.location.AppenderPart;

/**
 * Finds appenders that no logger leads to.
 */
final class UnreachableAppenderRule implements Rule {

	static final String RULE = "unreachable-appender";

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		for (AppenderPart appender : context.appenders()) {
			if (!context.isReached(appender)) {
				findings.accept(Finding.hint(RULE, FindingPlace.of(appender),
						"No logger leads to this appender. Log4j starts it nevertheless, and opens its file or connection.",
						"Remove it, or refer to it: <AppenderRef ref=\"" + appender.name() + "\"/>."));
			}
		}
	}

}
