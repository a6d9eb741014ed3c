package io.github.ringlog.ring;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * The end of a context: how long its callers still wait once the JVM has begun to shut
 * down, and when the drain of all its rings ends. Any thread may call.
 */
public final class Shutdown {

	// Set when the JVM begins to shut down.
	private volatile @Nullable Deadline begun;

	// Until then callers wait. Set by the first that waits after that.
	private final AtomicReference<@Nullable Deadline> waits = new AtomicReference<>();

	// When the last drain ends. Written by whoever drains.
	private volatile Deadline drain = Deadline.in(0);

	/**
	 * Limit how long callers wait from now on, all together: the JVM has begun to shut
	 * down.
	 * @param nanos how long they wait at the most
	 */
	public void begin(long nanos) {
		this.begun = Deadline.in(nanos);
	}

	boolean hasBegun() {
		return this.begun != null;
	}

	/**
	 * Return whether callers have waited for long enough.
	 */
	boolean endsWaits() {
		Deadline begin = this.begun;
		if (begin == null) {
			return false;
		}
		Deadline end = this.waits.get();
		if (end == null) {
			end = Deadline.in(begin.nanos());
			this.waits.compareAndSet(null, end);
		}
		return end.nanosLeft() == 0;
	}

	/**
	 * Begin to drain the rings.
	 * @param nanos how long that takes at the most, with all that waits for it
	 * @return when it ends
	 */
	public Deadline beginDrain(long nanos) {
		Deadline end = Deadline.in(nanos);
		this.drain = end;
		return end;
	}

	/**
	 * Return when the last drain ends.
	 * @return the end of the drain, which is past if there was none
	 */
	public Deadline drainEnd() {
		return this.drain;
	}

	/**
	 * Return how long a ring may be drained. A writer that has written nothing since the
	 * JVM began to shut down has had that time.
	 */
	long drainNanos(long nanos, long stalledNanos) {
		Deadline begin = this.begun;
		return (begin != null) ? Math.max(0, nanos - Math.min(stalledNanos, System.nanoTime() - begin.start())) : nanos;
	}

}
