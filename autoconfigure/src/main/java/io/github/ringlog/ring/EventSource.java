package io.github.ringlog.ring;

import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;

/**
 * An event on its way into a ring, and its place in line while the ring is full. Used by
 * one thread.
 */
public abstract class EventSource {

	/** The target; {@code null} between two events. */
	public @Nullable EventTarget target;

	/** The level. */
	public Level level = Level.OFF;

	/** The index of the level. */
	public int levelIndex = LevelIndex.of(Level.OFF);

	/**
	 * The estimated memory of its text, parameters and throwable, in bytes. 0 for an
	 * event of usual size.
	 */
	public long heldBytes;

	/** Whether it was logged while its thread wrote another event to the appenders. */
	public boolean nested;

	/** When it was logged, in milliseconds since the epoch. */
	public long calledMillis;

	/** The name of the thread that has logged it. */
	public @Nullable String threadName;

	/** The number of that thread. */
	public long threadId;

	/** The event is published, written or counted as dropped. */
	public boolean accounted;

	// For the queue of callers that wait for a slot; see WaitingCallers.
	final Waiter waiter = new Waiter();

	public final void from(EventTarget newTarget, Level newLevel) {
		this.target = newTarget;
		// Not stored again, see decision 18.
		if (this.level != newLevel) {
			this.level = newLevel;
			this.levelIndex = LevelIndex.of(newLevel);
		}
	}

	/**
	 * Return whether something is reserved for the event in a ring, which it has to leave
	 * before the next event.
	 * @return whether there is
	 */
	public final boolean isPresent() {
		return this.waiter.present;
	}

	/**
	 * Return whether the writer of the ring may be waiting for the current thread.
	 * @return whether it may be
	 */
	public abstract boolean mustNotWait();

	/**
	 * Return whether the caller writes the event itself if its thread must not wait. If
	 * not, the event is dropped.
	 * @return whether it does
	 */
	public abstract boolean isWrittenInPlace();

	/**
	 * Copy the event to a slot. Runs no code of others.
	 * @param slot the slot, which the current thread has claimed
	 */
	public abstract void fill(RingEvent slot);

}
