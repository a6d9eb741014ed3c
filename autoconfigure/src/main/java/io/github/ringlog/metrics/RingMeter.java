package io.github.ringlog.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.LevelIndex;
import io.github.ringlog.ring.RingStatistics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.BaseUnits;
import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;

/**
 * The meters of a ring. Each has a name for the ring of the logger context, a name for
 * the ring of an isolated appender, or both. Times have the base unit of the registry.
 * Prometheus appends the base unit to a name that does not end with it, so a meter whose
 * name begins with its unit has no base unit.
 */
enum RingMeter {

	CAPACITY(Kind.GAUGE, "buffer.capacity", "appender.capacity", BaseUnits.EVENTS, "Slots of the ring or of the queue",
			(ring) -> orNaN(ring.capacity())),

	USED(Kind.GAUGE, "buffer.used", "appender.used", BaseUnits.EVENTS,
			"Slots that events take; in a ring a large event takes several", (ring) -> orNaN(ring.used())),

	FILL(Kind.GAUGE, "buffer.fill", null, null, "How full the ring is, from 0 to 1",
			(ring) -> ring.used().orElse(0) / (double) ring.capacity().orElse(0)),

	PEAK(Kind.GAUGE, "buffer.peak", "appender.peak", BaseUnits.EVENTS,
			"Most slots that events took during the last two minutes", (ring) -> orNaN(ring.peak())),

	WAITING(Kind.GAUGE, "callers.waiting", null, BaseUnits.THREADS, "Callers that wait for a slot of the ring",
			(ring) -> orNaN(ring.waiting())),

	PUBLISHED(Kind.COUNTER, "events.published", null, BaseUnits.EVENTS, "Events put into the ring",
			RingStatistics::published),

	WRITTEN(Kind.COUNTER, "events.written", null, BaseUnits.EVENTS, "Events of the ring handed to the appenders",
			RingStatistics::written),

	SYNCHRONOUS(Kind.COUNTER, "events.synchronous", null, BaseUnits.EVENTS, "Events written on the calling thread",
			RingStatistics::synchronous),

	RECOVERED(Kind.COUNTER, "events.recovered", null, BaseUnits.EVENTS, "Events of a crash log that were logged again",
			RingStatistics::recovered),

	HANDED_ON(Kind.COUNTER, null, "appender.written", BaseUnits.EVENTS, "Events handed to an isolated appender",
			(ring) -> ring.written() + ring.synchronous()),

	FAILED(Kind.COUNTER, "events.failed", null, BaseUnits.EVENTS,
			"Events on which an appender failed; they count as written, too", null),

	DROPPED(Kind.COUNTER, "events.dropped", "appender.dropped", BaseUnits.EVENTS, "Events that were not written", null),

	BLOCKED(Kind.TIMER, "publish.blocked", null, null, "Time that callers have waited for a slot of the ring",
			RingStatistics::blocked),

	LAG(Kind.AGE, "writer.lag", "appender.lag", null, "Age of the oldest event that is not yet written",
			(ring) -> ring.capacity().isPresent() ? ring.writerLag().toMillis() : Double.NaN),

	ERRORS(Kind.COUNTER, "writer.errors", "appender.errors", "errors",
			"Events on which a message, an appender, a layout or a filter failed", RingStatistics::writerErrors);

	static final String PREFIX = "ringlog.";

	private final Kind kind;

	private final @Nullable String name;

	private final @Nullable String appenderName;

	private final @Nullable String unit;

	private final String description;

	// Null if there is one meter for each level.
	private final @Nullable ToDoubleFunction<RingStatistics> value;

	RingMeter(Kind kind, @Nullable String name, @Nullable String appenderName, @Nullable String unit,
			String description, @Nullable ToDoubleFunction<RingStatistics> value) {
		this.kind = kind;
		this.name = name;
		this.appenderName = appenderName;
		this.unit = unit;
		this.description = description;
		this.value = value;
	}

	/**
	 * Register all meters of a ring.
	 * @param appender the isolated appender of the ring, or {@code null}
	 */
	static List<Meter.Id> register(MeterRegistry registry, RingStatistics ring, @Nullable String appender) {
		List<Meter.Id> ids = new ArrayList<>();
		for (RingMeter meter : values()) {
			if (meter.id(appender) != null) {
				meter.register(registry, ring, appender, ids);
			}
		}
		return ids;
	}

	private void register(MeterRegistry registry, RingStatistics ring, @Nullable String appender, List<Meter.Id> ids) {
		if (this.value != null) {
			ids.add(register(registry, ring, appender, Tags.empty(), this.value));
			return;
		}
		for (Level level : LevelIndex.LEVELS) {
			Tags tags = Tags.of("level", level.name().toLowerCase(Locale.ROOT));
			if (this == FAILED) {
				ids.add(register(registry, ring, appender, tags, (counts) -> counts.failed(level)));
				continue;
			}
			for (DropReason reason : DropReason.values()) {
				ids.add(register(registry, ring, appender, tags.and("reason", reason.label()),
						(counts) -> counts.dropped(level, reason)));
			}
		}
	}

	private Meter.Id register(MeterRegistry registry, RingStatistics ring, @Nullable String appender, Tags tags,
			ToDoubleFunction<RingStatistics> function) {
		return switch (this.kind) {
			case GAUGE -> gauge(registry, ring, appender, function);
			case COUNTER -> counter(registry, ring, appender, tags, function);
			case AGE -> TimeGauge.builder(idOf(appender), ring, TimeUnit.MILLISECONDS, function)
				.tags(tags(appender))
				.description(this.description)
				.register(registry)
				.getId();
			case TIMER ->
				FunctionTimer
					.builder(idOf(appender), ring, RingStatistics::blocked, (counts) -> counts.blockedTime().toNanos(),
							TimeUnit.NANOSECONDS)
					.description(this.description)
					.register(registry)
					.getId();
		};
	}

	<T> Meter.Id gauge(MeterRegistry registry, T measured, @Nullable String appender, ToDoubleFunction<T> function) {
		return Gauge.builder(idOf(appender), measured, function)
			.tags(tags(appender))
			.baseUnit(unit(appender))
			.description(this.description)
			.register(registry)
			.getId();
	}

	<T> Meter.Id counter(MeterRegistry registry, T counted, @Nullable String appender, Tags tags,
			ToDoubleFunction<T> function) {
		return FunctionCounter.builder(idOf(appender), counted, function)
			.tags(tags(appender).and(tags))
			.baseUnit(unit(appender))
			.description(this.description)
			.register(registry)
			.getId();
	}

	private static Tags tags(@Nullable String appender) {
		return (appender != null) ? Tags.of("appender", appender) : Tags.empty();
	}

	private String idOf(@Nullable String appender) {
		return Objects.requireNonNull(id(appender));
	}

	@Nullable String id(@Nullable String appender) {
		String own = (appender != null) ? this.appenderName : this.name;
		return (own != null) ? PREFIX + own : null;
	}

	@Nullable String unit(@Nullable String appender) {
		return (this.unit != null && idOf(appender).startsWith(PREFIX + this.unit)) ? null : this.unit;
	}

	String description() {
		return this.description;
	}

	private static double orNaN(OptionalInt value) {
		return value.isPresent() ? value.getAsInt() : Double.NaN;
	}

	private enum Kind {

		GAUGE, COUNTER, AGE, TIMER

	}

}
