package io.github.ringlog.ring;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The highest use of the ring in the last two minutes, so that a burst between two
 * readings is seen. The writer records; any thread reads.
 */
final class PeakWindow {

	private static final long BUCKET_NANOS = TimeUnit.SECONDS.toNanos(10);

	// Two minutes, and the bucket that has only begun.
	private static final int BUCKETS = 13;

	// More bits than the size of a ring has.
	private static final int PEAK_BITS = 24;

	// Each has its period above its peak, so that no reader takes the peak of one time
	// for that of another.
	private final AtomicLongArray buckets = new AtomicLongArray(BUCKETS);

	void record(long used, long now) {
		long period = now / BUCKET_NANOS;
		int index = Math.floorMod(period, BUCKETS);
		long value = (period << PEAK_BITS) | Math.max(0, used);
		long bucket = this.buckets.get(index);
		if (bucket >> PEAK_BITS != period || value > bucket) {
			this.buckets.set(index, value);
		}
	}

	long peak(long now) {
		long oldest = now / BUCKET_NANOS - BUCKETS + 1;
		long peak = 0;
		for (int i = 0; i < BUCKETS; i++) {
			long bucket = this.buckets.get(i);
			if (bucket >> PEAK_BITS >= oldest) {
				peak = Math.max(peak, bucket & ((1L << PEAK_BITS) - 1));
			}
		}
		return peak;
	}

}
