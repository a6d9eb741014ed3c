package io.github.ringlog.ring;

import java.util.Locale;

/**
 * The reason for which an event was not written.
 */
public enum DropReason {

	/**
	 * The ring was full and the policy is to drop.
	 */
	FULL,

	/**
	 * The ring stayed full for as long as a caller may wait.
	 */
	TIMEOUT,

	/**
	 * The ring was filled to the ratio at which events of this level are shed.
	 */
	SHED,

	/**
	 * The ring was full, and waiting would not have ended: the writer waited for a lock
	 * of the caller, or for good.
	 */
	LOCKED,

	/**
	 * Logging stopped before the event was written.
	 */
	SHUTDOWN,

	/**
	 * The appenders that the logger refers to do not exist: they could not be created, or
	 * their names are misspelled.
	 */
	NO_APPENDER,

	/**
	 * The log call itself failed, because the stack or the heap of the caller was
	 * exhausted. Or the event was logged while writing an event that was itself logged
	 * while writing another one: such events could trigger each other forever.
	 */
	ERROR;

	private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');

	/**
	 * Return the name as users see it.
	 * @return the name in lower case, with hyphens
	 */
	public String label() {
		return this.label;
	}

}
