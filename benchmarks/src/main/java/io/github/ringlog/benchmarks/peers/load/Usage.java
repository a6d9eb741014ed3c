package io.github.ringlog.benchmarks.peers.load;

import java.lang.management.ManagementFactory;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;

/**
 * The resources that this process has used.
 */
final class Usage {

	private static final OperatingSystemMXBean SYSTEM = (OperatingSystemMXBean) ManagementFactory
		.getOperatingSystemMXBean();

	private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	private Usage() {
	}

	static long cpuNanos() {
		return SYSTEM.getProcessCpuTime();
	}

	/**
	 * Return the CPU time of the calling thread; 0 for a virtual one.
	 */
	static long threadCpuNanos() {
		try {
			return Math.max(0, THREADS.getCurrentThreadCpuTime());
		}
		catch (UnsupportedOperationException ex) {
			return 0;
		}
	}

	/**
	 * Return the CPU time of all threads of Java but the calling one. Callers that have
	 * ended are in it no more; the compiler and the garbage collector never are.
	 */
	static long otherThreadsCpuNanos() {
		long sum = 0;
		for (long id : THREADS.getAllThreadIds()) {
			if (id != Thread.currentThread().getId()) {
				sum += Math.max(0, THREADS.getThreadCpuTime(id));
			}
		}
		return sum;
	}

	/**
	 * Return the bytes that the calling thread has allocated; 0 for a virtual one.
	 */
	static long threadBytes() {
		return Math.max(0, THREADS.getCurrentThreadAllocatedBytes());
	}

	/**
	 * Return the bytes that all other threads which still run have allocated.
	 */
	static long otherThreadsBytes() {
		long sum = 0;
		for (long id : THREADS.getAllThreadIds()) {
			if (id != Thread.currentThread().getId()) {
				sum += Math.max(0, THREADS.getThreadAllocatedBytes(id));
			}
		}
		return sum;
	}

	static int threads() {
		return THREADS.getThreadCount();
	}

	static long heapAfterCollection() {
		for (int i = 0; i < 3; i++) {
			System.gc();
		}
		return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
	}

	static long uptimeMillis() {
		return System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
	}

}
