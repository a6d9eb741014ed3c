package io.github.ringlog.environment;

/**
 * The format of the lines of the access log.
 */
public enum AccessLogFormat {

	/**
	 * The combined format of Apache and NCSA, with the milliseconds at the end.
	 */
	COMBINED,

	/**
	 * A JSON object.
	 */
	JSON

}
