package io.github.ringlog.metrics;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.RingStatistics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.apache.logging.log4j.Level;

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
		gauge(registry, RingMeter.CAPACITY, (statistics) -> orNaN(statistics.capacity()));
		gauge(registry, RingMeter.USED, (statistics) -> orNaN(statistics.used()));
		gauge(registry, RingMeter.FILL, (statistics) -> statistics.fill().orElse(Double.NaN));
		gauge(registry, RingMeter.PEAK, (statistics) -> orNaN(statistics.peak()));
		gauge(registry, RingMeter.WAITING, (statistics) -> orNaN(statistics.waiting()));
		counter(registry, RingMeter.PUBLISHED, RingStatistics::published, Tags.empty());
		counter(registry, RingMeter.WRITTEN, RingStatistics::written, Tags.empty());
		for (Level level : RingStatistics.levels()) {
			counter(registry, RingMeter.FAILED, (statistics) -> statistics.failed(level),
					Tags.of(RingMeter.LEVEL_TAG, level.name().toLowerCase(Locale.ROOT)));
			for (DropReason reason : DropReason.values()) {
				counter(registry, RingMeter.DROPPED, (statistics) -> statistics.dropped(level, reason),
						Tags.of(RingMeter.LEVEL_TAG, level.name().toLowerCase(Locale.ROOT), RingMeter.REASON_TAG,
								reason.label()));
			}
		}
		counter(registry, RingMeter.SYNCHRONOUS, RingStatistics::synchronous, Tags.empty());
		FunctionTimer
			.builder(RingMeter.BLOCKED.id(), this.statistics, RingStatistics::blocked,
					(statistics) -> statistics.blockedTime().toNanos(), TimeUnit.NANOSECONDS)
			.description(RingMeter.BLOCKED.description())
			.register(registry);
		TimeGauge.builder(RingMeter.LAG.id(), this.statistics, TimeUnit.MILLISECONDS, RingMetrics::lagMillis)
			.description(RingMeter.LAG.description())
			.register(registry);
		counter(registry, RingMeter.ERRORS, RingStatistics::writerErrors, Tags.empty());
	}

	private void gauge(MeterRegistry registry, RingMeter meter, ToDoubleFunction<RingStatistics> value) {
		Gauge.builder(meter.id(), this.statistics, value)
			.baseUnit(meter.baseUnit())
			.description(meter.description())
			.register(registry);
	}

	private void counter(MeterRegistry registry, RingMeter meter, ToLongFunction<RingStatistics> count, Tags tags) {
		FunctionCounter.builder(meter.id(), this.statistics, new MonotonicCount(count))
			.baseUnit(meter.baseUnit())
			.description(meter.description())
			.tags(tags)
			.register(registry);
	}

	private static double orNaN(OptionalInt value) {
		return value.isPresent() ? value.getAsInt() : Double.NaN;
	}

	private static double lagMillis(RingStatistics statistics) {
		return statistics.capacity().isPresent() ? statistics.writerLag().toMillis() : Double.NaN;
	}

}
