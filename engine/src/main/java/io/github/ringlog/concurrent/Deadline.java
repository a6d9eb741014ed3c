package io.github.ringlog.concurrent;

/**
 * The moment at which several waits end that follow each other, or go on at once.
 *
 * @param start when it was set, as {@link System#nanoTime()} has it
 * @param nanos how long after that it is
 */
public record Deadline(long start, long nanos) {

	/**
	 * Return a deadline.
	 * @param nanos how far away it is
	 * @return the deadline
	 */
	public static Deadline in(long nanos) {
		return new Deadline(System.nanoTime(), nanos);
	}

	/**
	 * Return how long it is until then.
	 * @return the time in nanoseconds, from 0 on
	 */
	public long nanosLeft() {
		return Math.max(0, this.nanos - (System.nanoTime() - this.start));
	}

}
