package io.github.ringlog.settings;

/**
 * The path of a log call: Ringlog's own, or Log4j's own methods, which Java agents hook.
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
