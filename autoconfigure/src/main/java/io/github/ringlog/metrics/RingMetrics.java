package io.github.ringlog.metrics;

import io.github.ringlog.ring.RingStatistics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Meters of the engine's statistics. Gauges of the ring are {@code NaN} until the ring
 * starts.
 * <p>
 * Can be bound to several registries, and keeps none of them alive. A registry refers to
 * the statistics weakly; their logger context keeps them alive.
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
