package io.github.ringlog.lint;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

import io.github.ringlog.environment.LintRule;
import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.Specifier;
import org.apache.logging.log4j.core.pattern.MdcPatternConverter;

import org.springframework.boot.logging.log4j2.CorrelationIdConverter;

/**
 * Finds trace ids of requests that no layout prints. A layout that is not a pattern may
 * print anything.
 */
final class UnprintedTraceIdRule implements Rule {

	static final String RULE = LintRule.UNPRINTED_TRACE_ID.label();

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		String key = context.lintEnvironment().traceKey();
		if (key == null || !context.lintEnvironment().webApplication()) {
			return;
		}
		List<AppenderPart> sinks = context.graph().parts().stream().filter((part) -> part.layout() != null).toList();
		if (!sinks.isEmpty() && sinks.stream().noneMatch((sink) -> prints(context, sink, key))) {
			findings.accept(Finding.hint(RULE, FindingPlace.CONFIGURATION,
					"Each request has a trace id, in the MDC with the key " + key + ", and no layout prints it.",
					"Put %X{" + key + "} into a pattern, or set ringlog.trace.enabled=false."));
		}
	}

	private static boolean prints(LintContext context, AppenderPart sink, String key) {
		List<LintContext.PatternUse> patterns = context.patterns(sink).toList();
		return patterns.isEmpty() || patterns.stream()
			.flatMap((use) -> use.specifiers().stream())
			.anyMatch((specifier) -> specifier.kind() == Specifier.Kind.CUSTOM
					|| specifier.converter() == CorrelationIdConverter.class
					|| specifier.converter() == MdcPatternConverter.class && isOf(specifier.options(), key));
	}

	private static boolean isOf(List<String> options, String key) {
		return options.isEmpty()
				|| Arrays.stream(options.get(0).split(",")).anyMatch((option) -> option.trim().equals(key));
	}

}
