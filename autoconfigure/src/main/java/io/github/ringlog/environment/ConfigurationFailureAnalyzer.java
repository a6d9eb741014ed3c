package io.github.ringlog.environment;

import io.github.ringlog.report.PrintableText;
import org.apache.logging.log4j.core.config.ConfigurationException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Reports a configuration that Log4j can't build.
 */
class ConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<ConfigurationException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, ConfigurationException cause) {
		// The outer exception names the file.
		return new FailureAnalysis(PrintableText.of(rootFailure.getMessage() + ": " + cause.getMessage()),
				"Correct the configuration.", cause);
	}

}
