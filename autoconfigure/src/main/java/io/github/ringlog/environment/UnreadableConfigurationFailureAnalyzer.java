package io.github.ringlog.environment;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Tells why Log4j can't read its configuration, and what to do.
 */
class UnreadableConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<UnreadableConfigurationException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnreadableConfigurationException cause) {
		return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.getAction(), cause);
	}

}
