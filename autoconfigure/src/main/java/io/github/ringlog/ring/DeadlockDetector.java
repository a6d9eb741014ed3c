package io.github.ringlog.ring;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
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

	/**
	 * Follows a chain of locks: a thread waits for a lock, whose owner waits for another,
	 * and so on. Tells a deadlock from a slow appender without a false alarm. Sees
	 * monitors and locks that have an owner, such as
	 * {@link java.util.concurrent.locks.ReentrantLock}. The JVM names a virtual thread as
	 * an owner only while that runs, so the thread at the end has to ask. It does not
	 * tell what a virtual thread waits for. Any thread may ask.
	 */
	static final class LockChain {

		private static final boolean AVAILABLE = ModuleLayer.boot().findModule("java.management").isPresent();

		// Threads of an application may wait for each other in a circle.
		private static final int MAX_LENGTH = 32;

		private LockChain() {
		}

		/**
		 * Return whether the current thread owns the lock for which a thread waits, or
		 * one for which the owner of that waits. Takes some microseconds for each lock.
		 */
		static boolean leadsToCurrentThread(Thread start) {
			try {
				return AVAILABLE && leads(start.getId(), Thread.currentThread().getId());
			}
			catch (RuntimeException | LinkageError ex) {
				// A JVM that tells nothing of its threads.
				return false;
			}
		}

		private static boolean leads(long start, long end) {
			ThreadMXBean threads = ManagementFactory.getThreadMXBean();
			long id = start;
			for (int i = 0; i < MAX_LENGTH && id != end; i++) {
				// A carrier waits for its virtual thread, as the JVM reports it.
				ThreadInfo info = threads.getThreadInfo(id);
				if (info == null || info.getLockOwnerId() == -1) {
					return false;
				}
				id = info.getLockOwnerId();
			}
			return id == end;
		}

	}

}
