package io.github.ringlog.benchmarks.load;

import java.util.Map;
import java.util.TreeMap;

import org.HdrHistogram.Histogram;

/**
 * Histograms of nanoseconds, one a thread, and what is reported of their sum.
 */
final class Percentiles {

	private static final long LONGEST = 60_000_000_000L;

	private final Histogram[] histograms;

	Percentiles(int threads) {
		this.histograms = new Histogram[threads];
		for (int i = 0; i < threads; i++) {
			// Its full size from the start, so that recording allocates nothing.
			this.histograms[i] = new Histogram(1, LONGEST, 3);
		}
	}

	/**
	 * Record a time of that thread.
	 */
	void record(int thread, long nanos) {
		this.histograms[thread].recordValue(Math.min(Math.max(nanos, 0), LONGEST));
	}

	Map<String, Long> values() {
		Histogram sum = new Histogram(1, LONGEST, 3);
		for (Histogram histogram : this.histograms) {
			sum.add(histogram);
		}
		Map<String, Long> values = new TreeMap<>();
		values.put("p50", sum.getValueAtPercentile(50));
		values.put("p99", sum.getValueAtPercentile(99));
		values.put("p999", sum.getValueAtPercentile(99.9));
		values.put("p9999", sum.getValueAtPercentile(99.99));
		values.put("max", sum.getMaxValue());
		return values;
	}

}
