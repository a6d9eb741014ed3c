package io.github.ringlog.ring;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.github.ringlog.concurrent.Conditions;
import io.github.ringlog.concurrent.Deadline;
import io.github.ringlog.report.Plural;
import io.github.ringlog.report.StandardError;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.status.StatusLogger;
import org.jspecify.annotations.Nullable;

/**
 * Opens a ring, closes it once, reports lost events on standard error, and opens another
 * ring when logging starts again. The counts continue. The ring of an isolated appender
 * survives reconfiguration: the appender of the next configuration uses the same ring, so
 * that events stay in order. Any thread may call. No lock is held while a ring is
 * drained, because that may take long.
 */
public final class RingLifecycle {

	private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private static final long LATEST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	private final String appender;

	private final RingStatistics statistics;

	private final RingListener listener;

	private final Shutdown shutdown;

	// The ring that was opened last; null before the first. Written under the lock of
	// this object, as are the fields below; read by any thread.
	private volatile @Nullable Ring ring;

	private volatile boolean open;

	// The sink that uses the open ring; null for the main ring.
	private volatile @Nullable EventHandler latest;

	private volatile long drainNanos;

	// How many events have been reported as lost.
	private volatile long reported;

	/**
	 * Create the lifecycle of the main ring of a context. The ring is not open yet.
	 * @param statistics counts the events of its rings
	 * @param listener writes the events and reports failures
	 * @param shutdown the end of the context
	 */
	public RingLifecycle(RingStatistics statistics, RingListener listener, Shutdown shutdown) {
		this.appender = "";
		this.statistics = statistics;
		this.listener = listener;
		this.shutdown = shutdown;
	}

	/**
	 * Create the lifecycle of the ring of an isolated appender. The ring is not open yet.
	 * @param appender the name of the appender
	 * @param warning takes a summary of drops
	 * @param shutdown the end of the context
	 */
	public RingLifecycle(String appender, Consumer<String> warning, Shutdown shutdown) {
		this.appender = appender;
		this.statistics = new RingStatistics();
		this.listener = new RingListener(this.statistics, () -> Objects.requireNonNull(this.latest),
				(summary) -> warning.accept("Appender " + appender + ": " + summary));
		this.shutdown = shutdown;
	}

	/**
	 * Open a ring. If one is open, apply the settings that can change.
	 * @param settings the settings
	 * @param user the sink that uses the ring, or {@code null} for the main ring
	 * @return the ring
	 */
	public synchronized Ring open(RingSettings settings, @Nullable EventHandler user) {
		this.latest = user;
		Ring current = this.ring;
		if (current == null || !this.open) {
			reportLate();
			current = new Ring(this.appender, settings, this.statistics, this.listener, this.shutdown);
			current.start();
			this.ring = current;
			this.open = true;
		}
		apply(settings);
		if (current.capacity() != settings.bufferSize()) {
			StatusLogger.getLogger()
				.warn("Ringlog: the ring of appender {} keeps its {} slots, not {}. Its size changes when the "
						+ "application starts again", this.appender, current.capacity(), settings.bufferSize());
		}
		return current;
	}

	/**
	 * Apply the settings that can change while there is a ring.
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
	 * Stop using a ring: wait until its events are written. The last user closes it.
	 * @param used the ring
	 * @param user the sink that used it
	 * @return whether the appender can still be used; {@code false} also if another sink
	 * uses the ring and the events were not written in time
	 */
	public boolean leave(Ring used, EventHandler user) {
		boolean last;
		boolean first;
		synchronized (this) {
			last = this.latest == user;
			// Under the lock, or another appender could get a ring that is closing.
			first = last && retire(used);
		}
		return last ? close(used, first, this.drainNanos) : used.awaitWritten(this.drainNanos);
	}

	/**
	 * Make the next user open another ring. This one takes events until the caller closes
	 * it.
	 * @return whether it was the open one
	 */
	private synchronized boolean retire(Ring retiring) {
		boolean first = this.open && retiring == this.ring;
		if (first) {
			this.open = false;
		}
		return first;
	}

	/**
	 * Close a ring, if there is one, and wait until it is drained.
	 * @param closing the ring
	 * @param nanos how long to wait
	 * @return whether the appenders can still be used: the writer is not stuck in one
	 */
	public boolean close(@Nullable Ring closing, long nanos) {
		return closing == null || close(closing, retire(closing), nanos);
	}

	/**
	 * Close a ring.
	 * @param first whether the caller has retired it; lost events are reported once
	 */
	private boolean close(Ring closing, boolean first, long nanos) {
		boolean usable = closing.close(nanos);
		if (first) {
			report("The drain timeout was " + TimeUnit.NANOSECONDS.toMillis(this.drainNanos)
					+ " ms. Raise ringlog.shutdown.drain-timeout, or find out why the appenders are slow.");
		}
		return usable;
	}

	/**
	 * Report events that were lost because they came when logging had stopped. Wait for a
	 * moment, in case there are more.
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
	 * Return the counts and measures of its rings.
	 * @return the statistics, live
	 */
	public RingStatistics statistics() {
		return this.statistics;
	}

	/**
	 * Return the ring that was opened last, which may be closed by now.
	 * @return the ring, or {@code null} before the first
	 */
	public @Nullable Ring ring() {
		return this.ring;
	}

}
