package io.github.ringlog.lint;

import java.util.List;
import java.util.function.Consumer;

import io.github.ringlog.environment.LintRule;
import io.github.ringlog.lint.LintContext.PatternUse;
import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.pattern.LineNumberConverter;
import io.github.ringlog.receipts.Receipts;
import org.apache.logging.log4j.core.Layout;

/**
 * Finds sinks that write receipts but do not number their lines: a missing line can't be
 * identified.
 */
final class UnnumberedLinesRule implements Rule {

	static final String RULE = LintRule.UNNUMBERED_LINES.label();

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		if (Receipts.of(context.configuration()) == null) {
			return;
		}
		for (AppenderPart appender : context.graph().parts()) {
			if (isSink(context, appender) && !printsNumber(context, appender)) {
				findings.accept(Finding.warning(RULE, FindingPlace.of(appender),
						"ringlog.receipts.enabled is true, and this layout prints no number: ringlog-verify can't tell "
								+ "whether one of its lines is missing.",
						"Put %seq{[}{] } before the message in its pattern, or use a structured format."));
			}
		}
	}

	private static boolean isSink(LintContext context, AppenderPart appender) {
		return context.isWritten(appender)
				|| context.configuration().getLoggerContext() instanceof RingLoggerContext ring
						&& ring.isolatedStatistics().containsKey(appender.name());
	}

	/**
	 * Return whether a number is printed, or may be: templates and the user's own layouts
	 * may print anything.
	 */
	private static boolean printsNumber(LintContext context, AppenderPart appender) {
		List<PatternUse> patterns = context.patterns(appender).toList();
		Layout<?> layout = appender.layout();
		if (!patterns.isEmpty() || layout == null) {
			return patterns.stream()
				.allMatch((use) -> use.specifiers()
					.stream()
					.anyMatch((specifier) -> specifier.converter() == LineNumberConverter.class));
		}
		String type = layout.getClass().getName();
		return context.layouts().isByteFormat(layout)
				|| !type.startsWith("org.apache.logging.log4j.core.") && !type.startsWith("org.springframework.boot.");
	}

}
