package io.github.ringlog.ring;

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

	/** Events that are in the ring for sure: none any more once it closes. */
	int unwritten();

	/** The age of the oldest event that is not written. */
	long lagMillis();

	/** The time since the writer last made progress. */
	long stalledNanos();

}
