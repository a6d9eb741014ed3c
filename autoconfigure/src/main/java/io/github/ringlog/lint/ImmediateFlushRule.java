package io.github.ringlog.lint;

import java.util.function.Consumer;

import io.github.ringlog.location.AppenderPart;

/**
 * Finds files that are flushed after each event. The console is not among them: Log4j
 * flushes it whatever is set.
 */
final class ImmediateFlushRule implements Rule {

	static final String RULE = "immediate-flush";

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		if (!context.capture().isAsynchronous()) {
			// Without batches nobody would flush at the end of one.
			return;
		}
		for (AppenderPart appender : context.appenders()) {
			if (AppenderKinds.isFile(appender) && Boolean.TRUE.equals(appender.options().immediateFlush())) {
				findings.accept(Finding.hint(RULE, FindingPlace.of(appender),
						"The file is flushed after each event, although events arrive in batches.",
						"Set immediateFlush=\"false\": the file is then flushed at the end of each batch, so no event "
								+ "stays in memory while the writer is idle."));
			}
		}
	}

}
