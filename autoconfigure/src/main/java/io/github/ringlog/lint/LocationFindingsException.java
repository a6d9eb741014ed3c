package io.github.ringlog.lint;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Thrown when the configuration asks for the caller's location, and
 * {@code ringlog.location.validation} is {@code fail}. The message tells which layouts
 * do, where, and what to write instead.
 */
class LocationFindingsException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	LocationFindingsException(String source, List<Finding> findings) {
		super(source + " asks for the caller's location, which ringlog.location.validation=fail forbids.\n\n"
				+ findings.stream().map(Finding::toText).collect(Collectors.joining("\n\n")));
	}

}
