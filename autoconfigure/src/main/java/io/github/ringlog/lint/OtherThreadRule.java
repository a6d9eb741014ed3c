package io.github.ringlog.lint;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import io.github.ringlog.environment.LintRule;
import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.ForeignParts;
import io.github.ringlog.logger.RingLoggerContext;

/**
 * Finds third-party code that runs on the writer thread instead of the caller's.
 */
final class OtherThreadRule implements Rule {

	static final String RULE = LintRule.OTHER_THREAD.label();

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		if (!context.capture().isRing()) {
			return;
		}
		List<AppenderPart> callers = context.graph()
			.parts()
			.stream()
			.filter(context.lintEnvironment()::isCalledByCallers)
			.toList();
		boolean callersFilter = context.configuration().getLoggerContext() instanceof RingLoggerContext ring
				&& ring.path().log4j();
		Set<String> parts = ForeignParts.of(context.configuration(), callers, !callersFilter);
		if (!parts.isEmpty()) {
			findings.accept(Finding.hint(RULE, FindingPlace.CONFIGURATION,
					"Code that is neither Log4j's nor Spring Boot's runs on the thread of the writer, not on that of "
							+ "the caller: " + String.join(", ", parts)
							+ ". There it does not see the caller's ThreadLocals, MDC.get and security context.",
					"Let it read what the event has, such as its context data. An appender that needs the thread: name "
							+ "it in ringlog.synchronous.appenders, and the caller calls it."));
		}
	}

}
