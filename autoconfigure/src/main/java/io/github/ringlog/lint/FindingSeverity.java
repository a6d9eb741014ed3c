package io.github.ringlog.lint;

import java.util.Locale;

/**
 * The severity of a finding.
 */
public enum FindingSeverity {

	/**
	 * It costs something, or something does not work as the configuration says.
	 */
	WARNING,

	/**
	 * It may be intended. Hints are not logged as warnings.
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
