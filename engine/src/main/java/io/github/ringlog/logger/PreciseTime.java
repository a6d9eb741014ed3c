package io.github.ringlog.logger;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

import org.apache.logging.log4j.core.time.MutableInstant;

/**
 * The time of day to a fraction of a millisecond, without an object for each reading.
 * Log4j's own clock creates an {@link Instant} for each, which the JIT compiler
 * eliminates or not, depending on its inlining.
 * <p>
 * The millisecond comes from the system clock. The fraction comes from
 * {@link System#nanoTime()} and the offset between the two clocks. The offset is measured
 * again when the clocks disagree, for example because the system clock was set. It is
 * also measured again each second, because a busy application does not notice that the
 * clock was set by less than a millisecond. Once the clocks have agreed in a millisecond,
 * {@code nanoTime()} is enough for the rest of it.
 */
final class PreciseTime {

	private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

	private static final long MAX_AGE_MILLIS = 1000;

	// Time passes between the readings of two clocks.
	private static final long TOLERANCE_NANOS = TimeUnit.MICROSECONDS.toNanos(10);

	// More than one, because a thread may be preempted between reading the two clocks.
	private static final int MAX_TRIES = 2;

	// The nanoseconds since the epoch, less System.nanoTime(). A thread that finds it
	// wrong replaces it. Two threads at once write nearly the same value; the race is
	// harmless.
	private volatile long offset;

	// When the offset was measured, in milliseconds since the epoch. Written after the
	// offset.
	private volatile long taken;

	// The last millisecond in which the two clocks agreed. Any thread writes and reads
	// it. A stale value costs one reading of the system clock.
	private volatile long agreed;

	void read(MutableInstant instant) {
		for (int i = 0; i < MAX_TRIES; i++) {
			long nanoTime = System.nanoTime();
			if (isAgreed(instant, nanoTime)) {
				return;
			}
			long millis = System.currentTimeMillis();
			if (millis - this.taken < MAX_AGE_MILLIS && tryRead(instant, millis, nanoTime)) {
				return;
			}
		}
		long before = System.nanoTime();
		Instant now = Instant.now();
		takeOffset(now, before, System.nanoTime());
		instant.initFromEpochSecond(now.getEpochSecond(), now.getNano());
	}

	/**
	 * Set an instant from {@code nanoTime()} alone, if the two clocks have agreed in this
	 * millisecond and it is not near its beginning or end.
	 */
	private boolean isAgreed(MutableInstant instant, long nanoTime) {
		long nanos = nanoTime + this.offset;
		long millis = nanos / MILLI;
		long fraction = nanos - millis * MILLI;
		if (millis != this.agreed || fraction < TOLERANCE_NANOS || fraction >= MILLI - TOLERANCE_NANOS) {
			return false;
		}
		instant.initFromEpochMilli(millis, (int) fraction);
		return true;
	}

	/**
	 * Set an instant from both clocks, if they agree.
	 * @return whether they agree
	 */
	boolean tryRead(MutableInstant instant, long millis, long nanoTime) {
		long fraction = nanoTime + this.offset - millis * MILLI;
		if (fraction < -TOLERANCE_NANOS || fraction >= MILLI + TOLERANCE_NANOS) {
			return false;
		}
		if (this.agreed != millis) {
			this.agreed = millis;
		}
		instant.initFromEpochMilli(millis, (int) Math.max(0, Math.min(fraction, MILLI - 1)));
		return true;
	}

	/**
	 * Measure the offset again, unless the thread was preempted between reading the two
	 * clocks: the offset would be wrong by that time, and the times of events, too.
	 * @param now the reading of the system clock
	 * @param before the reading of {@code nanoTime()} before that
	 * @param after the reading of {@code nanoTime()} after that
	 */
	void takeOffset(Instant now, long before, long after) {
		if (after - before < TOLERANCE_NANOS) {
			this.offset = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano() - before;
			this.taken = now.toEpochMilli();
		}
	}

}
