package io.github.ringlog.engine;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * Finds the thread that owns the lock for which another thread waits. Tells a deadlock
 * from a slow appender without a false alarm. Sees monitors and locks that have an owner,
 * such as {@link java.util.concurrent.locks.ReentrantLock}. The JVM names a virtual
 * thread only while that runs, so such a thread has to ask for itself. Any thread may
 * ask.
 */
final class LockOwner {

	/** Stands for no lock, or one that has no owner. */
	static final long NONE = -1;

	/** Stands for an owner that the JVM does not name. */
	static final long UNKNOWN = -2;

	private static final boolean AVAILABLE = ModuleLayer.boot().findModule("java.management").isPresent();

	private static final String VIRTUAL_THREAD = "java.lang.VirtualThread";

	private LockOwner() {
	}

	/**
	 * Return the id of the thread that owns the lock for which a thread waits. Takes some
	 * microseconds.
	 */
	static long ofLockNeededBy(Thread thread) {
		try {
			return AVAILABLE ? find(thread.getId()) : NONE;
		}
		catch (RuntimeException | LinkageError ex) {
			// A JVM that tells nothing of its threads.
			return NONE;
		}
	}

	private static long find(long threadId) {
		ThreadMXBean threads = ManagementFactory.getThreadMXBean();
		ThreadInfo info = threads.getThreadInfo(threadId);
		if (info == null) {
			return NONE;
		}
		long owner = info.getLockOwnerId();
		if (owner == -1) {
			return (info.getThreadState() == Thread.State.BLOCKED) ? UNKNOWN : NONE;
		}
		// The JVM reports that a carrier thread waits for its virtual thread.
		ThreadInfo carrier = threads.getThreadInfo(owner);
		boolean carries = carrier != null && carrier.getLockInfo() != null
				&& carrier.getLockInfo().getClassName().equals(VIRTUAL_THREAD);
		return carries ? carrier.getLockOwnerId() : owner;
	}

}
