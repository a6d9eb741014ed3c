package io.github.ringlog.ring;

import org.jspecify.annotations.Nullable;

/**
 * Hands events to a ring, one at a time, and has a place in line while the ring is full.
 * A log call has one, so that waiting allocates nothing. Used by one thread; what the
 * line changes stands apart.
 */
public abstract class Caller {

	/** The event is published, written or counted as dropped. */
	public boolean accounted;

	// Guarded by the lock of the WaitingLine, but for the reads of the caller itself.
	@Nullable Thread thread;

	@Nullable Caller previous;

	@Nullable Caller next;

	boolean inLine;

	// How many slots it waits for.
	int wanted;

	// As System.nanoTime() has it.
	long joinedAt;

	// Set under the lock when there is room for it, read by the caller.
	volatile boolean signalled;

	// For LockCycle: what the writer had done, and when that was first seen.
	long done;

	long doneAt;

	// Whether the writer was found to wait for this caller.
	boolean blocksWriter;

	// How long it has waited for this event before it had the text.
	long waitedNanos;

	/**
	 * Return whether the current thread may wait: the writer of the ring does not wait
	 * for it.
	 * @return whether it may
	 */
	protected abstract boolean mayWait();

	/**
	 * Return whether the caller writes the event itself if it may not wait. If not, the
	 * event is dropped.
	 * @return whether it does
	 */
	protected abstract boolean writesInPlace();

	/**
	 * Return whether the caller has a place in line, which it has to leave before its
	 * next event.
	 * @return whether it has
	 */
	public final boolean isInLine() {
		return this.inLine;
	}

}
