package io.github.ringlog.engine;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import io.github.ringlog.engine.flight.FlightEvents;

/**
 * Records drops with the Flight Recorder, many at once, because there may be a million a
 * second. The writer records them regularly. A caller whose event is dropped records them
 * if the writer has not, because the writer may be stuck.
 */
final class DropRecorder {

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private final String appender;

	private final Supplier<DropCounts> counts;

	private final AtomicLong due = new AtomicLong(System.nanoTime());

	// Guarded by this. What has been recorded.
	private DropCounts recorded;

	DropRecorder(String appender, Supplier<DropCounts> counts) {
		this.appender = appender;
		this.counts = counts;
		this.recorded = counts.get();
	}

	/**
	 * Record drops, unless somebody has just done so. Called after each drop.
	 */
	void recordWhenDue() {
		if (FlightEvents.recordsDrops()) {
			long now = System.nanoTime();
			long time = this.due.get();
			if (now - time >= 0 && this.due.compareAndSet(time, now + PAUSE_NANOS)) {
				recordNow();
			}
		}
	}

	/**
	 * Record the drops since the last record.
	 */
	synchronized void recordNow() {
		try {
			DropCounts latest = this.counts.get();
			if (FlightEvents.recordsDrops()) {
				latest.since(this.recorded)
					.forEach((level, reason, count) -> FlightEvents.dropped(this.appender, level.name(), reason.label(),
							count));
			}
			this.recorded = latest;
		}
		catch (Throwable ex) {
			// The next record makes up for it.
		}
	}

}
