package io.github.ringlog.metrics;

import java.util.HashSet;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.RingStatistics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import org.apache.logging.log4j.Level;

/**
 * Meters of the ring of one isolated appender.
 */
final class IsolatedMeters {

	private final Tags tags;

	private final RingStatistics statistics;

	IsolatedMeters(String appender, RingStatistics statistics) {
		this.tags = Tags.of(RingMeter.APPENDER_TAG, appender);
		this.statistics = statistics;
	}

	/**
	 * Register the meters.
	 * @return all of them
	 */
	Set<Meter.Id> bindTo(MeterRegistry registry) {
		Set<Meter.Id> meters = new HashSet<>();
		meters.add(gauge(registry, RingMeter.APPENDER_CAPACITY, (ring) -> orNaN(ring.capacity())));
		meters.add(gauge(registry, RingMeter.APPENDER_USED, (ring) -> orNaN(ring.used())));
		meters.add(gauge(registry, RingMeter.APPENDER_PEAK, (ring) -> orNaN(ring.peak())));
		meters.add(counter(registry, RingMeter.APPENDER_WRITTEN, (ring) -> ring.written() + ring.synchronous(),
				this.tags));
		meters.add(counter(registry, RingMeter.APPENDER_ERRORS, RingStatistics::writerErrors, this.tags));
		for (Level level : RingStatistics.levels()) {
			for (DropReason reason : DropReason.values()) {
				meters.add(counter(registry, RingMeter.APPENDER_DROPPED, (ring) -> ring.dropped(level, reason),
						this.tags.and(RingMeter.LEVEL_TAG, level.name().toLowerCase(Locale.ROOT), RingMeter.REASON_TAG,
								reason.label())));
			}
		}
		meters.add(TimeGauge
			.builder(RingMeter.APPENDER_LAG.id(), this.statistics, TimeUnit.MILLISECONDS,
					(ring) -> ring.writerLag().toMillis())
			.tags(this.tags)
			.description(RingMeter.APPENDER_LAG.description())
			.register(registry)
			.getId());
		return meters;
	}

	private Meter.Id gauge(MeterRegistry registry, RingMeter meter, ToDoubleFunction<RingStatistics> value) {
		return Gauge.builder(meter.id(), this.statistics, value)
			.tags(this.tags)
			.baseUnit(meter.baseUnit())
			.description(meter.description())
			.register(registry)
			.getId();
	}

	private Meter.Id counter(MeterRegistry registry, RingMeter meter, ToLongFunction<RingStatistics> count,
			Tags allTags) {
		return FunctionCounter.builder(meter.id(), this.statistics, new MonotonicCount(count))
			.tags(allTags)
			.baseUnit(meter.baseUnit())
			.description(meter.description())
			.register(registry)
			.getId();
	}

	private static double orNaN(OptionalInt value) {
		return value.isPresent() ? value.getAsInt() : Double.NaN;
	}

}
