package io.github.ringlog.lint;

import java.util.Locale;

/**
 * The severity of a finding.
 */
public enum FindingSeverity {

	/**
	 * Events may be lost or forged, or a line may be wrong.
	 */
	WARNING,

	/**
	 * The finding costs time, or may be intended. Hints are not logged as warnings.
	 */
	HINT;

	/**
	 * Return the name as users see it.
	 * @return the name in lower case
	 */
	public String label() {
		return name().toLowerCase(Locale.ROOT);
	}

}
