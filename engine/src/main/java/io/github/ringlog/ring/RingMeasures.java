package io.github.ringlog.ring;

import java.util.function.LongSupplier;

/**
 * Measures a ring: what it counts of itself, live, for {@link RingStatistics}. Any thread
 * may call.
 */
interface RingMeasures {

	int capacity();

	/** Slots that are taken, that of the event being written included. */
	int used();

	/** The most slots that were taken in the last two minutes. */
	int peak();

	/** Callers that wait for a slot. */
	int waiting();

	/**
	 * Events that were put into the ring.
	 * @param left returns how many have left it
	 */
	long published(LongSupplier left);

	/** The age of the oldest event that is not written. */
	long lagMillis();

	/** The time since the writer last made progress. */
	long stalledNanos();

}
