package io.github.ringlog.engine;

import java.util.Locale;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.SleepingWaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;

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
	 * Park at once: the least CPU time, and a wake-up to pay for the first caller of each
	 * burst.
	 */
	BLOCKING,

	/**
	 * The Disruptor's {@link SleepingWaitStrategy}: callers never pay a wake-up, an idle
	 * application pays some CPU time.
	 */
	SLEEPING,

	/**
	 * The Disruptor's {@link YieldingWaitStrategy}: low latency for a whole core.
	 */
	YIELDING,

	/**
	 * The Disruptor's {@link BusySpinWaitStrategy}: the lowest latency, for a core of its
	 * own.
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
