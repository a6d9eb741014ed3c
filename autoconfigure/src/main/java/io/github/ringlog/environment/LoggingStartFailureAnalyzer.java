package io.github.ringlog.environment;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Reports a {@link LoggingStartException}.
 */
class LoggingStartFailureAnalyzer extends AbstractFailureAnalyzer<LoggingStartException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, LoggingStartException cause) {
		return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.getAction(), cause);
	}

}
