package io.github.ringlog.lint;

import java.util.List;

/**
 * Thrown when the configuration asks for the caller's location, and
 * {@code ringlog.location.validation} is {@code fail}.
 */
class LocationFindingsException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String source;

	private final transient List<Finding> findings;

	LocationFindingsException(String source, List<Finding> findings) {
		super(source + " asks for the caller's location");
		this.source = source;
		this.findings = findings;
	}

	String getSource() {
		return this.source;
	}

	List<Finding> getFindings() {
		return this.findings;
	}

}
