package io.github.ringlog.ring;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Sums up a period of drops. A period ends when nothing has been dropped for a while, and
 * after a minute at the latest, so that a long period is reported before its end. Used by
 * one thread at a time.
 */
final class DropSummary {

	private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(5);

	private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);

	private final Supplier<DropCounts> counts;

	// What has been reported, and what was last seen.
	private DropCounts reported;

	private DropCounts seen;

	private boolean open;

	private long began;

	private long lastDrop;

	DropSummary(Supplier<DropCounts> counts) {
		this.counts = counts;
		this.reported = counts.get();
		this.seen = this.reported;
	}

	/**
	 * Return the summary of a period that has ended.
	 * @param now the time in nanoseconds, as of {@link System#nanoTime()}
	 * @param last whether this is the last call: an open period then ends now
	 */
	@Nullable String poll(long now, boolean last) {
		DropCounts latest = this.counts.get();
		if (!latest.equals(this.seen)) {
			this.seen = latest;
			this.lastDrop = now;
			if (!this.open) {
				this.open = true;
				this.began = now;
			}
		}
		boolean ended = last || now - this.lastDrop >= QUIET_NANOS || now - this.began >= LONGEST_NANOS;
		if (!this.open || !ended) {
			return null;
		}
		DropCounts period = this.seen.since(this.reported);
		this.reported = this.seen;
		this.open = false;
		double seconds = (double) (this.lastDrop - this.began) / TimeUnit.SECONDS.toNanos(1);
		return String.format(Locale.ROOT, "Dropped %d log events over %.1f s: %s", period.total(), seconds, period);
	}

}
