package io.github.ringlog.ring;

import org.jspecify.annotations.Nullable;

/**
 * Keeps a ring through its life: opens it, closes it once, reports on standard error what
 * is lost, and opens another one when logging starts again. The counts go on. Any thread
 * may call; nothing is locked while a ring is drained, because that may take long.
 */
public final class RingKeeper {

	private final String appender;

	private final RingListener listener;

	private final RingStatistics statistics;

	// Reports what is lost, in all of its rings and while there is none.
	private final LossReport losses;

	// The last one that was opened; null before the first. Written under the lock of this
	// keeper, as is what follows; read by any thread.
	private volatile @Nullable Ring ring;

	private volatile boolean open;

	private volatile long drainNanos;

	/**
	 * Create the keeper of a ring, which is not yet open.
	 * @param appender the isolated appender that it is for; empty for the main ring
	 * @param statistics counts the events of its rings
	 * @param listener hears from its rings
	 */
	public RingKeeper(String appender, RingStatistics statistics, RingListener listener) {
		this.appender = appender;
		this.statistics = statistics;
		this.listener = listener;
		this.losses = new LossReport(appender, statistics);
	}

	/**
	 * Open a ring. If one is open, it takes over the settings that can change.
	 * @param settings the settings
	 * @return the ring
	 */
	public synchronized Ring open(RingSettings settings) {
		Ring current = this.ring;
		if (current == null || !this.open) {
			this.losses.reportLate();
			current = new Ring(this.appender, settings, this.statistics, this.listener);
			current.start();
			this.drainNanos = RingSettings.nanos(settings.drainTimeout());
			this.ring = current;
			this.open = true;
		}
		else {
			apply(settings);
		}
		return current;
	}

	/**
	 * Take over the settings that can change while there is a ring.
	 * @param settings the settings
	 */
	public synchronized void apply(RingSettings settings) {
		Ring current = this.ring;
		if (current != null) {
			this.drainNanos = RingSettings.nanos(settings.drainTimeout());
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
	 * Close a ring of this keeper, and wait until it is drained. The first call reports
	 * what is lost.
	 * @param closing the ring
	 * @param nanos how long to wait
	 * @return whether the appenders can still be used: the writer is not stuck in one
	 */
	public boolean close(Ring closing, long nanos) {
		return close(closing, retire(closing), nanos);
	}

	/**
	 * Close a ring of this keeper that may be retired, and wait until it is drained.
	 * @param closing the ring
	 * @param first whether this is the caller that has retired it
	 * @param nanos how long to wait
	 * @return whether the appenders can still be used: the writer is not stuck in one
	 */
	public boolean close(Ring closing, boolean first, long nanos) {
		boolean usable = closing.close(nanos);
		if (first) {
			this.losses.reportDrain(this.drainNanos);
		}
		return usable;
	}

	/**
	 * Limit how long callers wait and the ring is drained: the JVM has begun to shut
	 * down.
	 * @param nanos how long at the most
	 */
	public void beginShutdown(long nanos) {
		Ring current = this.ring;
		if (current != null && this.open) {
			current.beginShutdown(nanos);
		}
	}

	/**
	 * Report on standard error what is lost because logging had stopped. Wait a moment,
	 * in case there is more to come.
	 */
	public void reportLatest() {
		this.losses.reportLatest();
	}

	public boolean isOpen() {
		return this.open;
	}

	/**
	 * Return the time that a drain of the ring may take.
	 * @return the time in nanoseconds
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
