package io.github.ringlog.lint;

import java.util.stream.Collectors;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Tells which layouts ask for the caller's location, where, and what to write instead.
 */
class LocationFindingsFailureAnalyzer extends AbstractFailureAnalyzer<LocationFindingsException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, LocationFindingsException cause) {
		String findings = Finding.byPattern(cause.getFindings())
			.stream()
			.map(Finding::toText)
			.collect(Collectors.joining("\n\n"));
		return new FailureAnalysis(
				"%s asks for the caller's location, which ringlog.location.validation=fail forbids.\n\n%s"
					.formatted(cause.getSource(), findings),
				"Remove the location from the configuration as shown above, or set ringlog.location.validation=warn.",
				cause);
	}

}
