package io.github.ringlog.ring;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

import io.github.ringlog.report.StandardError;
import org.jspecify.annotations.Nullable;

/**
 * Detects that a caller waits in vain. Either the writer waits for a lock of the current
 * thread, or of a thread that waits for the current one; or the writer waits for good,
 * for something without an owner. Asks the JVM, but only when nothing has been written
 * for a while. Each waiting caller asks for itself.
 */
final class LockCycle {

	private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	// Any thread may release a lock without an owner. If none has after so many stalls,
	// none is expected to. Stalls are counted, not timed, because nothing is written
	// while the machine sleeps.
	private static final int MAX_STALLS = 100;

	private static final boolean AVAILABLE = ModuleLayer.boot().findModule("java.management").isPresent();

	// Limits the search, because threads of the application may wait for each other in a
	// circle.
	private static final int MAX_LENGTH = 32;

	private static final int REPORTED_FRAMES = 8;

	private final LongSupplier done;

	private final Thread writer;

	private final RingStatistics statistics;

	// The last finding of any caller. While it holds, the next caller asks at once and
	// does not wait for the stalls again. Callers write and read it.
	private final AtomicReference<@Nullable Finding> last = new AtomicReference<>();

	/**
	 * Create a detector.
	 * @param done returns the last sequence that the writer has done
	 * @param statistics counts an error if the writer waits for good
	 */
	LockCycle(LongSupplier done, Thread writer, RingStatistics statistics) {
		this.done = done;
		this.writer = writer;
		this.statistics = statistics;
	}

	/**
	 * Begin to observe the writer, because the current thread begins to wait.
	 */
	void enter(Producer producer, long now) {
		long current = this.done.getAsLong();
		producer.done = current;
		Finding found = this.last.get();
		producer.doneAt = now;
		producer.stalls = 0;
		if (found != null && found.done == current && found.isFor(Thread.currentThread())) {
			producer.doneAt = now - STALL_NANOS;
			producer.stalls = MAX_STALLS;
			producer.writerCpuNanos = found.cpuNanos;
		}
		producer.blocksWriter = false;
	}

	/**
	 * Return whether the writer waits for the current thread, or for good.
	 */
	boolean has(Producer producer, long now) {
		long current = this.done.getAsLong();
		if (current != producer.done) {
			producer.done = current;
			producer.doneAt = now;
			producer.stalls = 0;
		}
		if (!producer.blocksWriter && now - producer.doneAt >= STALL_NANOS) {
			producer.doneAt = now;
			producer.blocksWriter = isInVain(producer);
		}
		return producer.blocksWriter;
	}

	/**
	 * Follow the chain of threads that begins with the writer, each waiting for a lock of
	 * the next one. This distinguishes a deadlock from a slow appender without false
	 * alarms. It sees monitors and locks with an owner, such as
	 * {@link java.util.concurrent.locks.ReentrantLock}. The JVM names a virtual thread as
	 * an owner only while that thread runs, so the thread at the end of the chain must
	 * ask. The JVM does not report what a virtual thread waits for. Takes some
	 * microseconds per lock.
	 */
	private boolean isInVain(Producer waiting) {
		if (!AVAILABLE) {
			return false;
		}
		try {
			ThreadMXBean threads = ManagementFactory.getThreadMXBean();
			long producer = Thread.currentThread().getId();
			ThreadInfo end = threads.getThreadInfo(this.writer.getId(), 1);
			// The JVM reports that a carrier thread waits for its virtual thread.
			for (int i = 0; i < MAX_LENGTH && end != null && end.getLockOwnerId() != -1; i++) {
				if (end.getLockOwnerId() == producer) {
					this.last.set(new Finding(waiting.done, producer, 0));
					return true;
				}
				end = threads.getThreadInfo(end.getLockOwnerId(), 1);
			}
			return end != null && waitsForGood(end)
					&& isStillStalled(waiting, threads.getThreadCpuTime(end.getThreadId()));
		}
		catch (RuntimeException | LinkageError ex) {
			// This JVM does not expose its threads.
			return false;
		}
	}

	/**
	 * Return whether a thread waits without a timeout, but not for a device or the
	 * network. A thread that waits for a static initializer is reported as running.
	 */
	private static boolean waitsForGood(ThreadInfo thread) {
		StackTraceElement[] top = thread.getStackTrace();
		return switch (thread.getThreadState()) {
			case WAITING, BLOCKED -> true;
			case RUNNABLE -> top.length > 0 && !top[0].isNativeMethod();
			default -> false;
		};
	}

	/**
	 * Count a stall in which the thread at the end of the chain has not run at all: a
	 * thread that runs may only be slow, as with a full heap. Report once when there were
	 * too many.
	 * @param cpuNanos the processor time of that thread in nanoseconds
	 */
	private boolean isStillStalled(Producer waiting, long cpuNanos) {
		waiting.stalls = (cpuNanos == waiting.writerCpuNanos) ? waiting.stalls + 1 : 0;
		waiting.writerCpuNanos = cpuNanos;
		if (waiting.stalls < MAX_STALLS) {
			return false;
		}
		Finding found = this.last.get();
		boolean known = found != null && found.done == waiting.done && found.threadId == Finding.ALL;
		if (!known && this.last.compareAndSet(found, new Finding(waiting.done, Finding.ALL, cpuNanos))) {
			report();
		}
		return true;
	}

	private void report() {
		String place = Arrays.stream(this.writer.getStackTrace())
			.limit(REPORTED_FRAMES)
			.map(StackTraceElement::toString)
			.collect(Collectors.joining(" < "));
		String report = "nothing was written for " + TimeUnit.NANOSECONDS.toSeconds(MAX_STALLS * STALL_NANOS)
				+ " s. Events of callers that wait are dropped as locked. The writer stands at " + place;
		this.statistics.countError(report, null);
		StandardError.print("Ringlog: " + report);
	}

	/**
	 * The finding that callers wait in vain.
	 *
	 * @param done the last sequence that was done then
	 * @param threadId the thread for which the writer waits, or {@link #ALL}
	 * @param cpuNanos the processor time of the thread that waits for good
	 */
	private record Finding(long done, long threadId, long cpuNanos) {

		static final long ALL = 0;

		boolean isFor(Thread thread) {
			return this.threadId == ALL || this.threadId == thread.getId();
		}

	}

}
