package io.github.ringlog.ring;

import java.util.concurrent.TimeUnit;

import io.github.ringlog.report.Plural;
import io.github.ringlog.report.StandardError;

/**
 * Reports on standard error how many events are lost with the reason {@code shutdown}, in
 * all rings of a keeper and while there is none. Any thread may call.
 */
final class LossReport {

	private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private static final long LATEST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	private final String whose;

	private final RingStatistics statistics;

	// Guarded by this. How many events have been reported.
	private long reported;

	/**
	 * Create a report.
	 * @param appender the isolated appender that it is for; empty for the main ring
	 * @param statistics counts the events
	 */
	LossReport(String appender, RingStatistics statistics) {
		this.whose = appender.isEmpty() ? "" : " of appender " + appender;
		this.statistics = statistics;
	}

	/**
	 * Report what is lost when a ring is drained.
	 * @param timeoutNanos how long the drain could take
	 */
	void reportDrain(long timeoutNanos) {
		reportLost("The drain timeout was " + TimeUnit.NANOSECONDS.toMillis(timeoutNanos)
				+ " ms. Raise ringlog.shutdown.drain-timeout, or find out why the appenders are slow.");
	}

	/**
	 * Report what has been lost since the last report, if anything, because it came when
	 * logging had stopped.
	 */
	void reportLate() {
		reportLost("%d of them came when logging had stopped. End the threads that log before the application ends.");
	}

	/**
	 * Report late events at the end of the JVM, after a moment, in case there are more to
	 * come.
	 */
	void reportLatest() {
		long start = System.nanoTime();
		long before = reported();
		long seenLost = lost().total();
		while (seenLost > before && System.nanoTime() - start < LATEST_NANOS) {
			before = seenLost;
			long last = seenLost;
			Conditions.await(() -> lost().total() > last, QUIET_NANOS);
			seenLost = lost().total();
		}
		reportLate();
	}

	/**
	 * Report the total, so that the last report agrees with the statistics.
	 */
	private void reportLost(String why) {
		DropCounts all = lost();
		long more;
		synchronized (this) {
			more = all.total() - this.reported;
			if (more <= 0) {
				return;
			}
			this.reported = all.total();
		}
		StandardError.print("Ringlog: %s%s could not be written before shutdown and %s lost: %s. %s".formatted(
				Plural.of(all.total(), "log event"), this.whose, (all.total() != 1) ? "are" : "is", all,
				why.formatted(more)));
	}

	private DropCounts lost() {
		return this.statistics.drops().only(DropReason.SHUTDOWN);
	}

	private synchronized long reported() {
		return this.reported;
	}

}
