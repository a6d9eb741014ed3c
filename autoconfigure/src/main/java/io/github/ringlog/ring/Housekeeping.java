package io.github.ringlog.ring;

import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * The regular work of the writer: it wakes a caller that may have missed its wake-up,
 * records drops, and sums up the drops of a period. Used by the writer thread.
 */
final class Housekeeping {

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

	private final Runnable tidy;

	private final DropSummary summary;

	private long last;

	/**
	 * Create the housekeeping of a ring.
	 * @param tidy what the ring wants done
	 */
	Housekeeping(Runnable tidy, RingCounters counters) {
		this.tidy = tidy;
		this.summary = new DropSummary(counters::dropped);
	}

	/**
	 * Do what is due.
	 * @param end whether this is the last time
	 * @return a summary of drops, if a period of them has ended
	 */
	@Nullable String run(boolean end) {
		long now = System.nanoTime();
		if (!end && now - this.last < PAUSE_NANOS) {
			return null;
		}
		this.last = now;
		this.tidy.run();
		return this.summary.poll(now, end);
	}

}
