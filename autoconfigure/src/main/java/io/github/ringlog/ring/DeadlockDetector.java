package io.github.ringlog.ring;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Finds out whether the writer waits for a lock of the current thread, or of a thread
 * that waits for the current one. Asks the JVM only when nothing has been written for a
 * while. Each caller that waits asks for itself.
 */
final class DeadlockDetector {

	private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private final LongSupplier written;

	private final Thread writer;

	// Written by the owner itself, read by all.
	private volatile @Nullable Owner known;

	DeadlockDetector(LongSupplier written, Thread writer) {
		this.written = written;
		this.writer = writer;
	}

	/**
	 * Begin to wait. The writer waits for the current thread if it was found to do so,
	 * and nothing has been written since.
	 */
	void enter(Waiter waiter, long now) {
		long current = this.written.getAsLong();
		waiter.written = current;
		waiter.writtenAt = now;
		Owner owner = this.known;
		waiter.blocksWriter = owner != null && owner.threadId == Thread.currentThread().getId()
				&& owner.written == current;
	}

	/**
	 * Return whether the writer waits for the current thread.
	 */
	boolean blocksWriter(Waiter waiter, long now) {
		long current = this.written.getAsLong();
		if (current != waiter.written) {
			waiter.written = current;
			waiter.writtenAt = now;
		}
		if (!waiter.blocksWriter && now - waiter.writtenAt >= STALL_NANOS) {
			waiter.writtenAt = now;
			if (LockChain.leadsToCurrentThread(this.writer)) {
				this.known = new Owner(Thread.currentThread().getId(), current);
				waiter.blocksWriter = true;
			}
		}
		return waiter.blocksWriter;
	}

	private record Owner(long threadId, long written) {
	}

}
