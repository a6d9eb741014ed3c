package io.github.ringlog.logger;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

import org.apache.logging.log4j.core.time.MutableInstant;

/**
 * The time of day to a fraction of a millisecond, without an object for each reading.
 * Log4j's own clock makes one, an {@link Instant}, which the JIT compiler removes or
 * leaves, depending on what it inlines.
 * <p>
 * The millisecond is the system's. The fraction comes from {@link System#nanoTime()} and
 * an offset between the two clocks, which is taken anew when they don't agree: after
 * someone has set the clock, say. It is also taken anew each second, because a busy
 * application does not notice that the clock was set by less than a millisecond. Once
 * they have agreed in a millisecond, the second clock is enough for the rest of it.
 */
final class PreciseTime {

	private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

	private static final long MAX_AGE_MILLIS = 1000;

	// Time passes between the readings of two clocks.
	private static final long TOLERANCE_NANOS = TimeUnit.MICROSECONDS.toNanos(10);

	// More than one for the sake of a thread that is preempted between the two clocks.
	private static final int MAX_TRIES = 2;

	// The nanoseconds from System.nanoTime() to those since the epoch. Whoever finds it
	// wrong replaces it; two who do so at once write much the same.
	private volatile long offset;

	// When it was taken. Written after it.
	private volatile long taken;

	// The last millisecond in which the two clocks agreed. Any thread writes and reads
	// it. An old value costs one reading of the other clock.
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
	 * Set an instant from one clock, if the two have agreed in this millisecond and are
	 * not about to leave it.
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
	 * Set an instant from what the two clocks say.
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
	 * Take the offset anew, unless the thread was preempted between the two clocks: with
	 * an offset that is too small a thread that logs without a pause would be late by
	 * that much, and not find out.
	 * @param now the reading of one clock
	 * @param before the reading of the other clock before that
	 * @param after its reading after that
	 */
	void takeOffset(Instant now, long before, long after) {
		if (after - before < TOLERANCE_NANOS) {
			this.offset = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano() - before;
			this.taken = now.toEpochMilli();
		}
	}

}
