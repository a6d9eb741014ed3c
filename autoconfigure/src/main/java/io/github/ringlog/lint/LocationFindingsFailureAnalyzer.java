package io.github.ringlog.lint;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Reports a {@link LocationFindingsException}.
 */
class LocationFindingsFailureAnalyzer extends AbstractFailureAnalyzer<LocationFindingsException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, LocationFindingsException cause) {
		return new FailureAnalysis(String.valueOf(cause.getMessage()),
				"Remove the location from the configuration as shown above, or set ringlog.location.validation=warn.",
				cause);
	}

}
