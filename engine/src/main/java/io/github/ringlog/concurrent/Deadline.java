package io.github.ringlog.concurrent;

/**
 * The common end of several waits, consecutive or concurrent.
 *
 * @param start the start, in the time of {@link System#nanoTime()}
 * @param nanos the time from the start to the end, in nanoseconds
 */
public record Deadline(long start, long nanos) {

	/**
	 * Return a deadline.
	 * @param nanos the time until then, in nanoseconds
	 * @return the deadline
	 */
	public static Deadline in(long nanos) {
		return new Deadline(System.nanoTime(), nanos);
	}

	/**
	 * Return the time that is left.
	 * @return the time in nanoseconds, from 0 on
	 */
	public long nanosLeft() {
		return Math.max(0, this.nanos - (System.nanoTime() - this.start));
	}

}
