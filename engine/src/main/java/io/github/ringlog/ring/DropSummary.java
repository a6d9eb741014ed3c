package io.github.ringlog.ring;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.report.Plural;
import org.jspecify.annotations.Nullable;

/**
 * Summarizes each period of drops of a ring. A period ends when nothing has been dropped
 * for some seconds, and after a minute at the latest, so that a long period is reported
 * while it lasts. Used by the writer thread.
 */
final class DropSummary {

	private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(5);

	private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);

	private final RingStatistics statistics;

	// The counts at the last summary, and the counts last seen.
	private DropCounts reported;

	private DropCounts seen;

	private long reportedFeedback;

	private boolean open;

	private long began;

	private long lastDrop;

	/**
	 * Create a summary of the drops from now on.
	 * @param statistics counts the events
	 */
	DropSummary(RingStatistics statistics) {
		this.statistics = statistics;
		this.reported = statistics.drops();
		this.seen = this.reported;
	}

	/**
	 * Return whether a period of drops has begun and is not summarized yet.
	 */
	boolean isOpen() {
		return this.open;
	}

	/**
	 * Return the summary of a period that has ended.
	 * @param now the time in nanoseconds, as of {@link System#nanoTime()}
	 * @param end whether the ring is closed: an open period then ends now
	 * @return the summary, a sentence; {@code null} if no period has ended
	 */
	@Nullable String sumUp(long now, boolean end) {
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
		// An appender that logs whenever it is called also logs when it gets the summary.
		// If only such events were dropped, there is no new summary, except the first
		// time.
		if (this.reportedFeedback > 0 && period.total() <= feedback - this.reportedFeedback) {
			return null;
		}
		this.reportedFeedback = feedback;
		this.reported = this.seen;
		double seconds = (double) (this.lastDrop - this.began) / TimeUnit.SECONDS.toNanos(1);
		return String.format(Locale.ROOT, "Dropped %s over %.1f s: %s", Plural.of(period.total(), "log event"), seconds,
				period);
	}

}
