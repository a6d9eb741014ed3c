package io.github.ringlog.ring;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.report.StandardError;
import org.jspecify.annotations.Nullable;

/**
 * Tells of dropped events, as long as a ring lives and after that. While logging goes on,
 * it sums up each period of drops. A period ends when nothing has been dropped for a
 * while, and after a minute at the latest, so that a long period is reported before its
 * end. When logging has ended, it reports on standard error how many events are lost with
 * the reason {@code shutdown}. Each ring has one for the periods, and each keeper of
 * rings one for what is lost. Any thread may call.
 */
final class DropReport {

	private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(5);

	private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);

	private static final long QUIET_END_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private static final long LATEST_END_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	private final String whose;

	private final RingStatistics statistics;

	// Guarded by this, as is what follows: what has been summed up, and was last seen.
	private DropCounts reported;

	private DropCounts seen;

	private long reportedFeedback;

	private boolean open;

	private long began;

	private long lastDrop;

	// How many events have been reported as lost.
	private long lost;

	/**
	 * Create a report of what is dropped from now on.
	 * @param appender the isolated appender that it is for; empty for the main ring
	 * @param statistics counts the events
	 */
	DropReport(String appender, RingStatistics statistics) {
		this.whose = appender.isEmpty() ? "" : " of appender " + appender;
		this.statistics = statistics;
		this.reported = statistics.drops();
		this.seen = this.reported;
		this.lost = lost().total();
	}

	/**
	 * Return the summary of a period that has ended.
	 * @param now the time in nanoseconds, as of {@link System#nanoTime()}
	 * @param end whether the ring is closed: an open period then ends now
	 * @return the summary, a sentence; {@code null} if no period has ended
	 */
	synchronized @Nullable String sumUp(long now, boolean end) {
		DropCounts latest = this.statistics.drops();
		if (latest.total() > this.seen.total()) {
			this.seen = latest;
			this.lastDrop = now;
			if (!this.open) {
				this.open = true;
				this.began = now;
			}
		}
		boolean ended = end || now - this.lastDrop >= QUIET_NANOS || now - this.began >= LONGEST_NANOS;
		if (!this.open || !ended) {
			return null;
		}
		this.open = false;
		DropCounts period = this.seen.since(this.reported);
		long feedback = this.statistics.feedback();
		// An appender that logs whenever it is called does so with the summary, too. What
		// is dropped then makes no summary of its own, except the first time.
		if (this.reportedFeedback > 0 && period.total() <= feedback - this.reportedFeedback) {
			return null;
		}
		this.reportedFeedback = feedback;
		this.reported = this.seen;
		double seconds = (double) (this.lastDrop - this.began) / TimeUnit.SECONDS.toNanos(1);
		return String.format(Locale.ROOT, "Dropped %d log events over %.1f s: %s", period.total(), seconds, period);
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
	 * Report what has been lost since the last report, if anything: it came when logging
	 * had stopped.
	 */
	void reportLate() {
		reportLost("%d of them came when logging had stopped.");
	}

	/**
	 * Do so at the end of the JVM: wait a moment, in case there is more to come.
	 */
	void reportLatest() {
		long start = System.nanoTime();
		long before = reportedLost();
		long seenLost = lost().total();
		while (seenLost > before && System.nanoTime() - start < LATEST_END_NANOS) {
			before = seenLost;
			long last = seenLost;
			Conditions.await(() -> lost().total() > last, QUIET_END_NANOS);
			seenLost = lost().total();
		}
		reportLate();
	}

	/**
	 * Report the number in all, so that the last report is what the statistics say.
	 */
	private void reportLost(String why) {
		DropCounts all = lost();
		long more;
		synchronized (this) {
			more = all.total() - this.lost;
			if (more <= 0) {
				return;
			}
			this.lost = all.total();
		}
		StandardError.print("Ringlog: %d log events%s could not be written before shutdown and are lost: %s. %s"
			.formatted(all.total(), this.whose, all, why.formatted(more)));
	}

	private DropCounts lost() {
		return this.statistics.drops().only(DropReason.SHUTDOWN);
	}

	private synchronized long reportedLost() {
		return this.lost;
	}

}
