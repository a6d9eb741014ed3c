package io.github.ringlog.ring;

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
	 * Park at once: uses the least CPU time, but the first caller of each burst pays for
	 * a wake-up.
	 */
	BLOCKING,

	/**
	 * Deprecated: the same as {@link #ADAPTIVE}.
	 */
	SLEEPING,

	/**
	 * Deprecated: the same as {@link #BUSY_SPIN}.
	 */
	YIELDING,

	/**
	 * Spin: the lowest latency, at the price of a whole core.
	 */
	BUSY_SPIN;

	/**
	 * Return the strategy to use in place of this one.
	 * @return the strategy, this one unless it is deprecated
	 */
	public RingWaitStrategy replacement() {
		return switch (this) {
			case SLEEPING -> ADAPTIVE;
			case YIELDING -> BUSY_SPIN;
			default -> this;
		};
	}

	/**
	 * Return the name as users see it.
	 * @return the name in lower case, with hyphens
	 */
	public String label() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
