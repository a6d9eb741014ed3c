package io.github.ringlog.engine;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Finds out whether the writer waits for a lock that a waiting caller holds. Asks the JVM
 * only when nothing has been written for a while.
 */
final class DeadlockDetector {

	private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private final LongSupplier written;

	private final Thread writer;

	// How often everybody was asked whether they hold the lock. The first in line writes,
	// the others read.
	private volatile int asked;

	// Written by the owner itself, read by all.
	private volatile @Nullable Owner known;

	// The first in line's, as in WaitingCallers.
	private long lastWritten;

	private long lastWrittenAt;

	DeadlockDetector(LongSupplier written, Thread writer) {
		this.written = written;
		this.writer = writer;
	}

	/**
	 * Begin anew: the first caller has come.
	 */
	void restart(long now) {
		this.lastWrittenAt = now;
	}

	void enter(Waiter waiter) {
		waiter.answered = this.asked;
	}

	/**
	 * Return the thread that owns the lock, or what {@link LockOwner} has in its place.
	 * If it is unknown, everybody is asked. Called by the first in line.
	 */
	long findOwner(long now) {
		long current = this.written.getAsLong();
		if (current != this.lastWritten) {
			this.lastWritten = current;
			this.lastWrittenAt = now;
		}
		if (now - this.lastWrittenAt < STALL_NANOS) {
			return LockOwner.NONE;
		}
		this.lastWrittenAt = now;
		long owner = LockOwner.ofLockNeededBy(this.writer);
		if (owner == LockOwner.UNKNOWN) {
			this.asked++;
		}
		return owner;
	}

	/**
	 * Return whether the current thread owns the lock, if it was asked since it last
	 * answered.
	 */
	boolean isOwner(Waiter waiter) {
		int question = this.asked;
		if (waiter.answered == question) {
			return false;
		}
		waiter.answered = question;
		return LockOwner.ofLockNeededBy(this.writer) == Thread.currentThread().getId();
	}

	/**
	 * Remember that the current thread owns the lock.
	 */
	void remember() {
		this.known = new Owner(Thread.currentThread().getId(), this.written.getAsLong());
	}

	/**
	 * Return whether the current thread was found to own the lock, and nothing has been
	 * written since.
	 */
	boolean isKnownOwner() {
		Owner owner = this.known;
		return owner != null && owner.threadId == Thread.currentThread().getId()
				&& owner.written == this.written.getAsLong();
	}

	private record Owner(long threadId, long written) {
	}

}
