package io.github.ringlog.engine;

import java.util.Arrays;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Sums up a period of drops. A period ends when nothing has been dropped for a while, and
 * after a minute at the latest, so that a lasting one is reported too. Used by one thread
 * at a time.
 */
final class DropSummary {

	private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(5);

	private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);

	private final RingCounters counters;

	// What has been reported, and what was last seen.
	private long[][] reported;

	private long[][] seen;

	private boolean open;

	private long began;

	private long lastDrop;

	DropSummary(RingCounters counters) {
		this.counters = counters;
		this.reported = counters.dropped();
		this.seen = this.reported;
	}

	/**
	 * Return the summary of a period that has ended.
	 * @param now the time in nanoseconds, as of {@link System#nanoTime()}
	 * @param last whether nobody will ask again: a period that is open ends now
	 */
	@Nullable String poll(long now, boolean last) {
		long[][] counts = this.counters.dropped();
		if (!Arrays.deepEquals(counts, this.seen)) {
			this.seen = counts;
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
		String summary = describe(difference(this.seen, this.reported), this.lastDrop - this.began);
		this.reported = this.seen;
		this.open = false;
		return summary;
	}

	static long[][] difference(long[][] counts, long[][] earlier) {
		long[][] difference = new long[counts.length][];
		for (int severity = 0; severity < counts.length; severity++) {
			long[] later = counts[severity];
			long[] before = earlier[severity];
			difference[severity] = new long[later.length];
			Arrays.setAll(difference[severity], (reason) -> later[reason] - before[reason]);
		}
		return difference;
	}

	static long[][] only(DropReason reason, long[][] counts) {
		long[][] only = new long[counts.length][DropReason.values().length];
		for (int severity = 0; severity < counts.length; severity++) {
			only[severity][reason.ordinal()] = counts[severity][reason.ordinal()];
		}
		return only;
	}

	private static String describe(long[][] dropped, long nanos) {
		double seconds = (double) nanos / TimeUnit.SECONDS.toNanos(1);
		return String.format(Locale.ROOT, "Dropped %d log events over %.1f s: %s", total(dropped), seconds,
				byLevel(dropped));
	}

	static long total(long[][] dropped) {
		return Arrays.stream(dropped).flatMapToLong(Arrays::stream).sum();
	}

	/**
	 * Tell counts by severity and reason, as in
	 * {@code INFO 1200 (full 1000, shed 200), DEBUG 3 (shed 3)}.
	 */
	static String byLevel(long[][] dropped) {
		StringJoiner levels = new StringJoiner(", ");
		for (int severity = 0; severity < dropped.length; severity++) {
			long total = Arrays.stream(dropped[severity]).sum();
			if (total > 0) {
				levels.add(Severity.LEVELS.get(severity) + " " + total + " (" + byReason(dropped[severity]) + ")");
			}
		}
		return levels.toString();
	}

	private static String byReason(long[] dropped) {
		StringJoiner reasons = new StringJoiner(", ");
		for (DropReason reason : DropReason.values()) {
			long count = dropped[reason.ordinal()];
			if (count > 0) {
				reasons.add(reason.label() + " " + count);
			}
		}
		return reasons.toString();
	}

}
