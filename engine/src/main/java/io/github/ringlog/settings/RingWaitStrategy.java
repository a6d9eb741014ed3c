package io.github.ringlog.settings;

import java.util.Locale;

/**
 * The way in which the writer thread waits for events.
 */
public enum RingWaitStrategy {

	/**
	 * Nap while traffic is recent, at most 4 ms, then park until a caller wakes the
	 * writer.
	 */
	ADAPTIVE,

	/**
	 * Spin: the lowest latency, at the price of a whole core.
	 */
	BUSY_SPIN;

	/**
	 * Return the name as users see it.
	 * @return the name in lower case, with hyphens
	 */
	public String label() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
