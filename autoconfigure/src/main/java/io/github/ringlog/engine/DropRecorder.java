package io.github.ringlog.engine;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells the Flight Recorder of drops, several at a time: in a flood there may be a
 * million a second. The writer does so now and then; callers whose events are dropped do
 * when it has not, for it may be stuck. Does not throw: what is counted must stay so,
 * whether or not the recorder has memory for it.
 */
final class DropRecorder {

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private final RingCounters counters;

	private final AtomicLong due = new AtomicLong(System.nanoTime());

	// Guarded by this. What was dropped by the last look.
	private long[][] recorded;

	DropRecorder(RingCounters counters) {
		this.counters = counters;
		this.recorded = counters.dropped();
	}

	/**
	 * An event was dropped, and is counted.
	 */
	void dropped() {
		if (FlightEvents.recordsDrops()) {
			recordWhenDue();
		}
	}

	private void recordWhenDue() {
		long now = System.nanoTime();
		long time = this.due.get();
		if (now - time >= 0 && this.due.compareAndSet(time, now + PAUSE_NANOS)) {
			recordNow();
		}
	}

	/**
	 * Record what was dropped since the last time.
	 */
	synchronized void recordNow() {
		try {
			recordLatest();
		}
		catch (Throwable ex) {
			// The next time makes up for it.
		}
	}

	private void recordLatest() {
		long[][] counts = this.counters.dropped();
		if (FlightEvents.recordsDrops()) {
			long[][] latest = DropSummary.difference(counts, this.recorded);
			for (int severity = 0; severity < latest.length; severity++) {
				for (DropReason reason : DropReason.values()) {
					long count = latest[severity][reason.ordinal()];
					if (count > 0) {
						FlightEvents.dropped(Severity.LEVELS.get(severity), reason, count);
					}
				}
			}
		}
		this.recorded = counts;
	}

}
