package io.github.ringlog.engine;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;

/**
 * Finds the thread that owns the lock for which another thread waits. Tells a deadlock
 * from a slow appender without a false alarm. Sees monitors and locks that have an owner,
 * such as {@link java.util.concurrent.locks.ReentrantLock}; the JVM does not tell of
 * locks that a virtual thread owns. Any thread may ask.
 */
final class LockOwner {

	/** Stands for no thread, or none that is known. */
	static final long NONE = -1;

	private static final boolean AVAILABLE = ModuleLayer.boot().findModule("java.management").isPresent();

	private LockOwner() {
	}

	/**
	 * Return the id of the thread that owns the lock for which a thread waits. Takes some
	 * microseconds.
	 */
	static long ofLockNeededBy(Thread thread) {
		if (!AVAILABLE) {
			return NONE;
		}
		try {
			ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(thread.getId());
			return (info != null) ? info.getLockOwnerId() : NONE;
		}
		catch (RuntimeException | LinkageError ex) {
			// A JVM that tells nothing of its threads.
			return NONE;
		}
	}

}
