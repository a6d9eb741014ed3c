package io.github.ringlog.environment;

/**
 * The format of the lines of the access log.
 */
public enum AccessLogFormat {

	/**
	 * That of Apache and NCSA, with the milliseconds at the end.
	 */
	COMBINED,

	/**
	 * An object of JSON.
	 */
	JSON

}
