package io.github.ringlog.environment;

import io.github.ringlog.settings.Limit;

/**
 * The rules of the linter, by the names that {@code ringlog.lint.ignore} takes.
 */
public enum LintRule {

	/**
	 * Log4j did not build a part of the configuration as written.
	 */
	INCOMPLETE_CONFIGURATION,

	/**
	 * A layout prints the caller's location, which is not captured.
	 */
	LOCATION_NOT_CAPTURED,

	/**
	 * The caller's location is captured, which is expensive.
	 */
	LOCATION_CAPTURED,

	/**
	 * Log4j's own asynchronous loggers lose events with Disruptor 4.
	 */
	LOSSY_LOGGERS,

	/**
	 * A queue drops events when it is full.
	 */
	DISCARDING_QUEUE,

	/**
	 * Archives overwrite each other.
	 */
	OVERWRITTEN_ARCHIVES,

	/**
	 * A file is emptied when it is opened, or two appenders write to it.
	 */
	OVERWRITTEN_FILES,

	/**
	 * A second ring is behind the ring.
	 */
	DOUBLE_QUEUE,

	/**
	 * The number of archives is not limited, although it seems to be.
	 */
	UNLIMITED_ARCHIVES,

	/**
	 * Third-party code runs on the writer thread.
	 */
	OTHER_THREAD,

	/**
	 * A pattern is in Logback's dialect.
	 */
	LOGBACK_PATTERN,

	/**
	 * A sink writes receipts, and its lines have no number.
	 */
	UNNUMBERED_LINES,

	/**
	 * Requests have trace ids that no layout prints.
	 */
	UNPRINTED_TRACE_ID,

	/**
	 * Users' data may contain line breaks.
	 */
	UNENCODED_MESSAGE;

	/**
	 * Return the name as users see it.
	 * @return the name in lower case, with hyphens
	 */
	public String label() {
		return Limit.label(this);
	}

}
