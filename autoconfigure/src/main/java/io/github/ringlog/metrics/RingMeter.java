package io.github.ringlog.metrics;

import io.micrometer.core.instrument.binder.BaseUnits;
import org.jspecify.annotations.Nullable;

/**
 * The names of the meters, with the base unit and the description of each. The base unit
 * of time is that of the registry. Prometheus adds the base unit to a name that does not
 * end with it, so a name that begins with its unit has none.
 */
enum RingMeter {

	CAPACITY("ringlog.buffer.capacity", BaseUnits.EVENTS, "Slots of the ring"),

	USED("ringlog.buffer.used", BaseUnits.EVENTS, "Slots of the ring that events take; a large event takes several"),

	FILL("ringlog.buffer.fill", null, "How full the ring is, from 0 to 1"),

	PEAK("ringlog.buffer.peak", BaseUnits.EVENTS, "Most slots that events took during the last two minutes"),

	PUBLISHED("ringlog.events.published", null, "Events put into the ring"),

	WRITTEN("ringlog.events.written", null, "Events of the ring handed to the appenders"),

	DROPPED("ringlog.events.dropped", null, "Events that were not written"),

	FAILED("ringlog.events.failed", null, "Events on which an appender failed; they count as written, too"),

	SYNCHRONOUS("ringlog.events.synchronous", null, "Events written on the calling thread"),

	BLOCKED("ringlog.publish.blocked", null, "Time that callers have waited for a slot of the ring"),

	WAITING("ringlog.callers.waiting", BaseUnits.THREADS, "Callers that wait for a slot of the ring"),

	LAG("ringlog.writer.lag", null, "Age of the oldest event that is not yet written"),

	ERRORS("ringlog.writer.errors", "errors", "Events on which a message, an appender, a layout or a filter failed"),

	APPENDER_CAPACITY("ringlog.appender.capacity", BaseUnits.EVENTS,
			"Slots of the ring of an isolated appender, or of the queue of an AsyncAppender"),

	APPENDER_USED("ringlog.appender.used", BaseUnits.EVENTS,
			"Slots that events take in the ring of an isolated appender, or events in the queue of an AsyncAppender"),

	APPENDER_PEAK("ringlog.appender.peak", BaseUnits.EVENTS,
			"Most slots that events took in the ring of an isolated appender during the last two minutes"),

	APPENDER_WRITTEN("ringlog.appender.written", BaseUnits.EVENTS, "Events handed to an isolated appender"),

	APPENDER_DROPPED("ringlog.appender.dropped", BaseUnits.EVENTS,
			"Events that an isolated appender, or what is behind an AsyncAppender that does not block, did not get"),

	APPENDER_LAG("ringlog.appender.lag", null, "Age of the oldest event that an isolated appender has not yet written"),

	APPENDER_ERRORS("ringlog.appender.errors", "errors", "Events on which an isolated appender failed");

	static final String LEVEL_TAG = "level";

	static final String REASON_TAG = "reason";

	static final String APPENDER_TAG = "appender";

	private final String id;

	private final @Nullable String baseUnit;

	private final String description;

	RingMeter(String id, @Nullable String baseUnit, String description) {
		this.id = id;
		this.baseUnit = baseUnit;
		this.description = description;
	}

	String id() {
		return this.id;
	}

	@Nullable String baseUnit() {
		return this.baseUnit;
	}

	String description() {
		return this.description;
	}

}
