package io.github.ringlog.ring;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

import com.lmax.disruptor.Sequence;

/**
 * Records when the writer last made progress, and how full the ring has been. The writer
 * writes, any thread reads.
 */
final class WriterPulse {

	// The clock is read for each eighth event only, because that takes a few percent of
	// the time of an event.
	private static final int ACTIVE_MASK = 7;

	private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

	private final int size;

	private final PeakWindow peak = new PeakWindow();

	// When the writer last made progress, or found nothing to do, as of
	// System.nanoTime(). The writer sets it regularly, and after each event if events
	// take long.
	private final Sequence active = new Sequence(System.nanoTime());

	// The writer only.
	private boolean slow;

	WriterPulse(int size) {
		this.size = size;
	}

	/**
	 * Record how many slots are used.
	 */
	void record(long used) {
		long now = System.nanoTime();
		this.peak.record(used, now);
		beat(now);
	}

	/**
	 * Record that an event is written, if a reading of the clock is due.
	 */
	void written(long sequence) {
		if (this.slow || (sequence & ACTIVE_MASK) == ACTIVE_MASK) {
			beat(System.nanoTime());
		}
	}

	/**
	 * Record that there is nothing to do.
	 */
	void idle() {
		this.active.set(System.nanoTime());
	}

	private void beat(long now) {
		this.slow = now - this.active.get() > SLOW_NANOS;
		this.active.set(now);
	}

	/**
	 * Return for how long the writer has made no progress.
	 */
	long sinceActive(long now) {
		return Math.max(0, now - this.active.get());
	}

	int peak(long now) {
		return (int) Math.min(this.peak.peak(now), this.size);
	}

	/**
	 * The highest use of the ring in the last two minutes, so that a burst between two
	 * readings is seen. The writer records; any thread reads.
	 */
	static final class PeakWindow {

		private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

		// Two minutes, and the current period.
		private static final int PERIODS = 13;

		private final AtomicLongArray periods = new AtomicLongArray(PERIODS);

		private final AtomicLongArray peaks = new AtomicLongArray(PERIODS);

		void record(long used, long now) {
			long period = now / PERIOD_NANOS;
			int index = Math.floorMod(period, PERIODS);
			if (this.periods.get(index) != period) {
				// The peak first: a reader that sees the period sees no older peak.
				this.peaks.set(index, used);
				this.periods.set(index, period);
			}
			else if (used > this.peaks.get(index)) {
				this.peaks.set(index, used);
			}
		}

		long peak(long now) {
			long oldest = now / PERIOD_NANOS - PERIODS + 1;
			long highest = 0;
			for (int i = 0; i < PERIODS; i++) {
				if (this.periods.get(i) >= oldest) {
					highest = Math.max(highest, this.peaks.get(i));
				}
			}
			return highest;
		}

	}

}
