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

	/** Events that were put into the ring. */
	long published();

	/** Events that the writer has handed to the appenders. */
	long written();

	/** Events that have left the ring: written, or dropped. */
	long taken();

	/** The age of the oldest event that is not written. */
	long lagMillis();

	/** The time since the writer last made progress. */
	long stalledNanos();

}
