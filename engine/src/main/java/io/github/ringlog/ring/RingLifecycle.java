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
 * The life of a ring: opens it, closes it once, reports on standard error what is lost,
 * and opens another one when logging starts again. The counts go on. The ring of an
 * isolated appender lives through reconfiguration: that of the next configuration uses
 * the same ring, so that events stay in order. Any thread may call; nothing is locked
 * while a ring is drained, because that may take long.
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

	// The sink that came last: it uses the ring that is open. None for the main ring.
	private volatile @Nullable EventHandler latest;

	private volatile long drainNanos;

	// How many events are reported as lost.
	private volatile long reported;

	/**
	 * Create the life of the main ring of a context, which is not yet open.
	 * @param statistics counts the events of its rings
	 * @param listener hears from its rings
	 * @param shutdown the end of the context
	 */
	public RingLifecycle(RingStatistics statistics, RingListener listener, Shutdown shutdown) {
		this.appender = "";
		this.statistics = statistics;
		this.listener = listener;
		this.shutdown = shutdown;
	}

	/**
	 * Create the life of the ring of an isolated appender, which is not yet open.
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
	 * Open a ring. If one is open, it takes over the settings that can change.
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
	 * Stop to use a ring: wait until its events are written. The last user closes it.
	 * @param used the ring
	 * @param user the sink that has used it
	 * @return whether they all are, and the appender can still be used
	 */
	public boolean leave(Ring used, EventHandler user) {
		boolean last;
		boolean first;
		synchronized (this) {
			last = this.latest == user;
			// Before another appender comes: it would get a ring that closes.
			first = last && retire(used);
		}
		return last ? close(used, first, this.drainNanos) : used.awaitWritten(this.drainNanos);
	}

	/**
	 * Make the next user open another ring. This one takes events until it is closed,
	 * which comes next.
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
	 * @param first whether this is the caller that has retired it, who reports what is
	 * lost
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
