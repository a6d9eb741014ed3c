package io.github.ringlog.ring;

import java.util.concurrent.TimeUnit;

import io.github.ringlog.report.StandardError;

/**
 * Reports on standard error how many events are lost with the reason {@code shutdown}.
 * Each report tells the number in all, so the last one is what the ledger says. Any
 * thread may call.
 */
final class LossReport {

	private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private static final long LATEST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	private final String whose;

	private final Ledger ledger;

	// Guarded by this. How many events have been reported.
	private long reported;

	/**
	 * Create a report.
	 * @param appender the isolated appender that it is for; empty for the main ring
	 * @param ledger the ledger of the ring
	 */
	LossReport(String appender, Ledger ledger) {
		this.whose = appender.isEmpty() ? "" : " of appender " + appender;
		this.ledger = ledger;
	}

	/**
	 * Report what is lost when a ring is drained.
	 * @param timeoutNanos how long the drain could take
	 */
	void report(long timeoutNanos) {
		reportMore(lost(), "The drain timeout was " + TimeUnit.NANOSECONDS.toMillis(timeoutNanos)
				+ " ms. Raise ringlog.shutdown.drain-timeout, or find out why the appenders are slow.");
	}

	/**
	 * Report what has been lost since the last report, if anything. Wait a moment, in
	 * case there is more to come.
	 */
	void reportLate() {
		long start = System.nanoTime();
		DropCounts lost = lost();
		long before = reported();
		while (lost.total() > before && System.nanoTime() - start < LATEST_NANOS) {
			long seen = lost.total();
			before = seen;
			Conditions.await(() -> lost().total() > seen, QUIET_NANOS);
			lost = lost();
		}
		reportStopped(lost);
	}

	/**
	 * Report what has been lost since the last report, if anything, because logging
	 * starts or stops again. What comes later is another matter.
	 */
	void reportSoFar() {
		reportStopped(lost());
	}

	private void reportStopped(DropCounts lost) {
		reportMore(lost, (lost.total() - reported()) + " of them came when logging had stopped.");
	}

	private void reportMore(DropCounts lost, String why) {
		synchronized (this) {
			if (lost.total() <= this.reported) {
				return;
			}
			this.reported = lost.total();
		}
		StandardError.print("Ringlog: %d log events%s could not be written before shutdown and are lost: %s. %s"
			.formatted(lost.total(), this.whose, lost, why));
	}

	private DropCounts lost() {
		return this.ledger.dropped().only(DropReason.SHUTDOWN);
	}

	private synchronized long reported() {
		return this.reported;
	}

}
