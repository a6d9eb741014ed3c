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
	 * Park at once: uses the least CPU time, but the first caller of each burst pays for
	 * a wake-up.
	 */
	BLOCKING,

	/**
	 * The Disruptor's {@link SleepingWaitStrategy}: callers never pay for a wake-up, but
	 * an idle application uses some CPU time.
	 */
	SLEEPING,

	/**
	 * The Disruptor's {@link YieldingWaitStrategy}: low latency, at the price of a whole
	 * core.
	 */
	YIELDING,

	/**
	 * The Disruptor's {@link BusySpinWaitStrategy}: the lowest latency, at the price of a
	 * whole core.
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
