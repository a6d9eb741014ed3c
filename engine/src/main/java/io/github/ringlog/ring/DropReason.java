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
	 * The ring was filled to the ratio from which events of this level are dropped.
	 */
	SHED,

	/**
	 * The ring was full, and its writer waited for a lock that the caller held: an
	 * appender needs it. Neither would have gone on.
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
	 * exhausted. Or the call was made while an event was written that had itself been
	 * logged while another one was written; these could go on without end.
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
