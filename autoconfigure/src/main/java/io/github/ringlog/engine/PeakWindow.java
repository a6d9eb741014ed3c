package io.github.ringlog.engine;

import java.util.concurrent.TimeUnit;

/**
 * The highest use of the ring in the last two minutes, so that a burst between two
 * readings is seen. The writer records; any thread reads.
 */
final class PeakWindow {

	private static final long BUCKET_NANOS = TimeUnit.SECONDS.toNanos(10);

	// Two minutes, and the bucket that has only begun.
	private static final int BUCKETS = 13;

	// The writer replaces the array, the newest bucket first; readers read it. A bucket
	// keeps its period, so that no reader takes the peak of one time for that of another.
	private volatile Bucket[] buckets;

	// The writer only.
	private Bucket current;

	PeakWindow(long now) {
		this.current = new Bucket(now / BUCKET_NANOS);
		this.buckets = new Bucket[] { this.current };
	}

	void record(long used, long now) {
		long period = now / BUCKET_NANOS;
		if (period != this.current.period) {
			roll(period);
		}
		if (used > this.current.peak) {
			this.current.peak = used;
		}
	}

	private void roll(long period) {
		Bucket[] old = this.buckets;
		Bucket[] rolled = new Bucket[Math.min(old.length + 1, BUCKETS)];
		this.current = new Bucket(period);
		rolled[0] = this.current;
		System.arraycopy(old, 0, rolled, 1, rolled.length - 1);
		this.buckets = rolled;
	}

	long peak(long now) {
		long oldest = now / BUCKET_NANOS - BUCKETS + 1;
		long peak = 0;
		for (Bucket bucket : this.buckets) {
			if (bucket.period >= oldest) {
				peak = Math.max(peak, bucket.peak);
			}
		}
		return peak;
	}

	private static final class Bucket {

		private final long period;

		private volatile long peak;

		Bucket(long period) {
			this.period = period;
		}

	}

}
