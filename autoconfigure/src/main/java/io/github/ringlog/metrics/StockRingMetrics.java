package io.github.ringlog.metrics;

import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.apache.logging.log4j.core.async.AsyncLoggerContext;
import org.apache.logging.log4j.core.jmx.RingBufferAdmin;

/**
 * Meters of what can be read of the ring of Log4j's own asynchronous loggers. Log4j does
 * not tell what they have dropped.
 */
final class StockRingMetrics implements MeterBinder {

	private final AsyncLoggerContext context;

	StockRingMetrics(AsyncLoggerContext context) {
		this.context = context;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		gauge(registry, RingMeter.CAPACITY, StockRingMetrics::capacity);
		gauge(registry, RingMeter.USED, StockRingMetrics::used);
	}

	private void gauge(MeterRegistry registry, RingMeter meter, ToDoubleFunction<RingBufferAdmin> value) {
		Gauge
			.builder(meter.id(), this.context,
					(asyncContext) -> value.applyAsDouble(asyncContext.createRingBufferAdmin()))
			.baseUnit(meter.baseUnit())
			.description(meter.description())
			.register(registry);
	}

	private static double capacity(RingBufferAdmin ring) {
		long size = ring.getBufferSize();
		return (size > 0) ? size : Double.NaN;
	}

	private static double used(RingBufferAdmin ring) {
		double capacity = capacity(ring);
		// With Disruptor 4 less than nothing remains while callers wait for a slot.
		return capacity - Math.max(0, ring.getRemainingCapacity());
	}

}
