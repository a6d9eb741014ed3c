package io.github.ringlog.ring;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Finds out whether the writer waits for a lock of the current thread, or of a thread
 * that waits for the current one. Such a caller waits in vain. Asks the JVM only when
 * nothing has been written for a while. Each caller that waits asks for itself.
 */
final class LockCycle {

	private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private static final boolean AVAILABLE = ModuleLayer.boot().findModule("java.management").isPresent();

	// Threads of an application may wait for each other in a circle.
	private static final int MAX_LENGTH = 32;

	private final LongSupplier done;

	private final Thread writer;

	// Written by the owner itself, read by all.
	private volatile @Nullable Owner known;

	/**
	 * Create a detector.
	 * @param done returns what the writer has done
	 */
	LockCycle(LongSupplier done, Thread writer) {
		this.done = done;
		this.writer = writer;
	}

	/**
	 * Begin to wait. The writer waits for the current thread if it was found to do so,
	 * and nothing has been written since.
	 */
	void enter(Caller caller, long now) {
		long current = this.done.getAsLong();
		caller.done = current;
		caller.doneAt = now;
		Owner owner = this.known;
		caller.blocksWriter = owner != null && owner.threadId == Thread.currentThread().getId()
				&& owner.done == current;
	}

	/**
	 * Return whether the writer waits for the current thread.
	 */
	boolean has(Caller caller, long now) {
		long current = this.done.getAsLong();
		if (current != caller.done) {
			caller.done = current;
			caller.doneAt = now;
		}
		if (!caller.blocksWriter && now - caller.doneAt >= STALL_NANOS) {
			caller.doneAt = now;
			if (leadsToCurrentThread(this.writer)) {
				this.known = new Owner(Thread.currentThread().getId(), current);
				caller.blocksWriter = true;
			}
		}
		return caller.blocksWriter;
	}

	/**
	 * Return whether the current thread owns the lock for which a thread waits, or one
	 * for which the owner of that waits. So a deadlock is distinguished from a slow
	 * appender without a false alarm. Sees monitors and locks that have an owner, such as
	 * {@link java.util.concurrent.locks.ReentrantLock}. The JVM names a virtual thread as
	 * an owner only while that runs, so the thread at the end has to ask. It does not
	 * report what a virtual thread waits for. Takes some microseconds for each lock.
	 */
	static boolean leadsToCurrentThread(Thread start) {
		try {
			return AVAILABLE && leads(start.getId(), Thread.currentThread().getId());
		}
		catch (RuntimeException | LinkageError ex) {
			// A JVM that shows nothing of its threads.
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

	private record Owner(long threadId, long done) {
	}

}
