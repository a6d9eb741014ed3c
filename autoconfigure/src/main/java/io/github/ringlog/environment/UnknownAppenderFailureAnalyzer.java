package io.github.ringlog.environment;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Tells which appenders there are if {@code ringlog.isolation} names an unknown one.
 */
class UnknownAppenderFailureAnalyzer extends AbstractFailureAnalyzer<UnknownAppenderException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnknownAppenderException cause) {
		String names = String.join(", ", cause.getNames());
		return new FailureAnalysis(
				"ringlog.isolation names %s, but the Log4j configuration has no such appender. It has: %s."
					.formatted(names, String.join(", ", cause.getKnown())),
				"Use one of these names, or remove ringlog.isolation.%s.".formatted(cause.getNames().get(0)), cause);
	}

}
