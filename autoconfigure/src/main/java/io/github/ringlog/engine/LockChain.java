package io.github.ringlog.engine;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.function.LongConsumer;

/**
 * Follows the locks that a thread waits for: to the thread that owns the lock, to the
 * lock which that one waits for, and so on. Tells a deadlock from a slow appender,
 * without a false alarm. Sees monitors and locks that have an owner, such as
 * {@link java.util.concurrent.locks.ReentrantLock}. The JVM doesn't tell of locks that a
 * virtual thread owns. Any thread may ask.
 */
final class LockChain {

	private static final boolean AVAILABLE = ModuleLayer.boot().findModule("java.management").isPresent();

	// Longer chains are not followed, nor is one that has become a circle.
	private static final int MAX_LENGTH = 16;

	private final Thread thread;

	LockChain(Thread thread) {
		this.thread = thread;
	}

	/**
	 * Name the threads on which this one waits, directly or because of others. Takes some
	 * microseconds.
	 * @param owner takes the id of each
	 */
	void owners(LongConsumer owner) {
		if (!AVAILABLE) {
			return;
		}
		ThreadMXBean threads = ManagementFactory.getThreadMXBean();
		long id = this.thread.getId();
		for (int i = 0; i < MAX_LENGTH; i++) {
			ThreadInfo info = threads.getThreadInfo(id);
			if (info == null || info.getLockOwnerId() == -1) {
				return;
			}
			id = info.getLockOwnerId();
			owner.accept(id);
		}
	}

}
