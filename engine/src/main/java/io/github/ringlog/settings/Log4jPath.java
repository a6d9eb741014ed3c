package io.github.ringlog.settings;

/**
 * The way of a log call: Ringlog's own, or through the methods of Log4j's that Java
 * agents hook.
 */
public enum Log4jPath {

	/**
	 * Log4j's path if there is a Java agent that may hook Log4j, or else Ringlog's.
	 */
	AUTO,

	/**
	 * Log4j's path.
	 */
	ALWAYS,

	/**
	 * Ringlog's path.
	 */
	NEVER

}
