package io.github.ringlog.settings;

import java.util.Locale;

/**
 * The action of a caller that finds the ring full.
 */
public enum OverflowPolicy {

	/**
	 * The caller waits for a free slot, at most for the maximum time if one is set.
	 */
	BLOCK,

	/**
	 * Events up to a level are dropped and counted; callers of more severe events wait.
	 */
	DROP,

	/**
	 * The caller writes the event itself, before its earlier events that are still in the
	 * ring.
	 */
	SYNCHRONOUS;

	/**
	 * Return the name as users see it.
	 * @return the name in lower case
	 */
	public String label() {
		return name().toLowerCase(Locale.ROOT);
	}

}
