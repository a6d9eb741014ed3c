package io.github.ringlog.ring;

import java.util.concurrent.TimeUnit;

import io.github.ringlog.report.Plural;
import io.github.ringlog.report.StandardError;
import org.jspecify.annotations.Nullable;

/**
 * The life of a ring: opens it, closes it once, reports on standard error what is lost,
 * and opens another one when logging starts again. The counts go on. Any thread may call;
 * nothing is locked while a ring is drained, because that may take long.
 */
public final class RingLifecycle {

	private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private static final long LATEST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	private final String appender;

	private final RingStatistics statistics;

	private final RingListener listener;

	private final Shutdown shutdown;

	// The last one that was opened; null before the first. Written under the lock of this
	// object, as is what follows; read by any thread.
	private volatile @Nullable Ring ring;

	private volatile boolean open;

	private volatile long drainNanos;

	// How many events are reported as lost.
	private volatile long reported;

	/**
	 * Create the life of a ring, which is not yet open.
	 * @param appender the isolated appender that it is for; empty for the main ring
	 * @param statistics counts the events of its rings
	 * @param listener hears from its rings
	 * @param shutdown the end of the JVM
	 */
	public RingLifecycle(String appender, RingStatistics statistics, RingListener listener, Shutdown shutdown) {
		this.appender = appender;
		this.statistics = statistics;
		this.listener = listener;
		this.shutdown = shutdown;
	}

	/**
	 * Open a ring. If one is open, it takes over the settings that can change.
	 * @param settings the settings
	 * @return the ring
	 */
	public synchronized Ring open(RingSettings settings) {
		Ring current = this.ring;
		if (current == null || !this.open) {
			reportLate();
			current = new Ring(this.appender, settings, this.statistics, this.listener, this.shutdown);
			current.start();
			this.ring = current;
			this.open = true;
		}
		apply(settings);
		return current;
	}

	/**
	 * Take over the settings that can change while there is a ring.
	 * @param settings the settings
	 */
	public synchronized void apply(RingSettings settings) {
		this.drainNanos = RingSettings.nanos(settings.drainTimeout());
		Ring current = this.ring;
		if (current != null) {
			current.apply(settings);
		}
	}

	/**
	 * Make the next caller of {@link #open(RingSettings)} open another ring. The ring
	 * takes events until it is closed, which comes next.
	 * @param retiring the ring
	 * @return whether it was the open one
	 */
	public synchronized boolean retire(Ring retiring) {
		boolean first = this.open && retiring == this.ring;
		if (first) {
			this.open = false;
		}
		return first;
	}

	/**
	 * Close the ring, if there is one, and wait until it is drained.
	 * @param nanos how long to wait
	 * @return whether the appenders can still be used: the writer is not stuck in one
	 */
	public boolean close(long nanos) {
		Ring closing = this.ring;
		return closing == null || close(closing, retire(closing), nanos);
	}

	/**
	 * Close a ring that may be retired, and wait until it is drained.
	 * @param closing the ring
	 * @param first whether this is the caller that has retired it, who reports what is
	 * lost
	 * @param nanos how long to wait
	 * @return whether the appenders can still be used: the writer is not stuck in one
	 */
	public boolean close(Ring closing, boolean first, long nanos) {
		boolean usable = closing.close(nanos);
		if (first) {
			report("The drain timeout was " + TimeUnit.NANOSECONDS.toMillis(this.drainNanos)
					+ " ms. Raise ringlog.shutdown.drain-timeout, or find out why the appenders are slow.");
		}
		return usable;
	}

	/**
	 * Report what has been lost because it came when logging had stopped. Wait a moment,
	 * in case there is more to come.
	 */
	public void reportLatest() {
		Deadline end = Deadline.in(LATEST_NANOS);
		long before = this.reported;
		for (long seen = lost().total(); seen > before && end.nanosLeft() > 0; seen = lost().total()) {
			before = seen;
			long last = seen;
			Conditions.await(() -> lost().total() > last, QUIET_NANOS);
		}
		reportLate();
	}

	private void reportLate() {
		report("%d of them came when logging had stopped. End the threads that log before the application ends.");
	}

	/**
	 * Report the total, so that the last report agrees with the statistics.
	 */
	private void report(String why) {
		DropCounts all = lost();
		long more;
		synchronized (this) {
			more = all.total() - this.reported;
			this.reported = Math.max(this.reported, all.total());
		}
		if (more > 0) {
			StandardError.print("Ringlog: %s%s could not be written before shutdown and %s lost: %s. %s".formatted(
					Plural.of(all.total(), "log event"), this.appender.isEmpty() ? "" : " of appender " + this.appender,
					(all.total() != 1) ? "are" : "is", all, why.formatted(more)));
		}
	}

	private DropCounts lost() {
		return this.statistics.drops().only(DropReason.SHUTDOWN);
	}

	public boolean isOpen() {
		return this.open;
	}

	/**
	 * Return the time that a drain of the ring may take.
	 * @return the time in nanoseconds; 0 before there are settings
	 */
	public long drainNanos() {
		return this.drainNanos;
	}

	/**
	 * Return the ring that was opened last, which may be closed by now.
	 * @return the ring, or {@code null} before the first
	 */
	public @Nullable Ring ring() {
		return this.ring;
	}

}
