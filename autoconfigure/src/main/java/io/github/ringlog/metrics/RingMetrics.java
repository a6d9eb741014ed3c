package io.github.ringlog.metrics;

import io.github.ringlog.ring.RingStatistics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Meters of the counts and measures of the engine. Gauges of the ring are {@code NaN}
 * until the ring starts.
 * <p>
 * Can be bound to any number of registries, and keeps none of them. A registry keeps the
 * statistics by a weak reference; the logger context that they belong to keeps them for
 * good.
 */
public final class RingMetrics implements MeterBinder {

	private final RingStatistics statistics;

	/**
	 * Create meters.
	 * @param statistics the statistics to show
	 */
	public RingMetrics(RingStatistics statistics) {
		this.statistics = statistics;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		RingMeter.register(registry, this.statistics, null);
	}

}
