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
 * Finds out whether a caller waits in vain: the writer waits for a lock of the current
 * thread, or of a thread that waits for the current one; or it waits for good, for a lock
 * that has no owner, while nothing is written. Asks the JVM for each verdict, but only
 * when nothing has been written for a while. Each caller that waits asks for itself.
 */
final class LockCycle {

	private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	// What has no owner may be let go of by anybody. Nobody does who has not in so many
	// stalls. Their number, not their time: nothing is written while a machine sleeps.
	private static final int MAX_STALLS = 100;

	private static final boolean AVAILABLE = ModuleLayer.boot().findModule("java.management").isPresent();

	// Threads of an application may wait for each other in a circle.
	private static final int MAX_LENGTH = 32;

	private static final int REPORTED_FRAMES = 8;

	private final LongSupplier done;

	private final Thread writer;

	private final RingStatistics statistics;

	// What callers have found last. They ask at once the next time, and do not wait for
	// that again. Written by callers, read by all.
	private final AtomicReference<@Nullable Finding> last = new AtomicReference<>();

	/**
	 * Create a detector.
	 * @param done returns what the writer has done
	 * @param statistics gets the report of a writer that waits for good
	 */
	LockCycle(LongSupplier done, Thread writer, RingStatistics statistics) {
		this.done = done;
		this.writer = writer;
		this.statistics = statistics;
	}

	/**
	 * Begin to wait.
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
	 * Follow the chain of threads that begins with the writer, each of which waits for a
	 * lock of the next one. So a deadlock is distinguished from a slow appender without a
	 * false alarm. Sees monitors and locks that have an owner, such as
	 * {@link java.util.concurrent.locks.ReentrantLock}. The JVM names a virtual thread as
	 * an owner only while that runs, so the thread at the end has to ask. It does not
	 * report what a virtual thread waits for. Takes some microseconds for each lock.
	 */
	private boolean isInVain(Producer waiting) {
		if (!AVAILABLE) {
			return false;
		}
		try {
			ThreadMXBean threads = ManagementFactory.getThreadMXBean();
			long producer = Thread.currentThread().getId();
			ThreadInfo end = threads.getThreadInfo(this.writer.getId(), 1);
			// A carrier waits for its virtual thread, as the JVM reports it.
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
			// A JVM that shows nothing of its threads.
			return false;
		}
	}

	/**
	 * Return whether a thread waits without a limit, and not for a device or the network:
	 * one that waits for a static initializer shows as one that runs.
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
	 * Count a stall in which the thread that the writer waits for has not run at all: one
	 * that runs may be slow, as with a full heap. Report once that there were too many.
	 * @param cpuNanos the processor time of that thread
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
	 * Holds that callers wait in vain.
	 *
	 * @param done what was done then
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
