package io.github.ringlog.ring;

import io.github.ringlog.crashlog.CrashRecord;
import org.jspecify.annotations.Nullable;

/**
 * Hands events to a ring, one at a time, and has a place in line while the ring is full.
 * A log call is one, so that waiting allocates nothing. Used by one thread, except for
 * what the line guards.
 */
public class Producer {

	private final boolean mayWait;

	/** The event is published, written or counted as dropped. */
	public boolean accounted;

	// Guarded by the lock of the WaitingLine.
	@Nullable Thread thread;

	@Nullable Producer previous;

	@Nullable Producer next;

	// Set by the caller under the lock; cleared by the caller or by who wakes it.
	volatile boolean inLine;

	// For LockCycle: what the writer had done, and when that was first seen.
	long done;

	long doneAt;

	// In how many stalls since the writer did not run, and its processor time then.
	int stalls;

	long writerCpuNanos;

	// Whether the writer was found to wait for this caller, or for good.
	boolean blocksWriter;

	/**
	 * Whether its thread writes an event to the appenders right now. What is logged
	 * meanwhile, by an appender, a client library inside it or the {@code getMessage()}
	 * of a throwable, is not written at once: Log4j would keep it from the appender that
	 * has caused it, and its layouts would print it over the line that they are about to
	 * print. The ring takes it, or it is dropped.
	 */
	public boolean writing;

	/**
	 * Whether that event was itself logged while another one was written. What is logged
	 * meanwhile is dropped, or there would be no end.
	 */
	public boolean writesNested;

	/** How long it has waited for this event before it had the text. */
	protected long waitedNanos;

	// That of the event, made for the first one that a crash log keeps.
	@Nullable CrashRecord record;

	/**
	 * Create a caller that writes no event itself.
	 * @param mayWait whether it waits for a slot; otherwise its event is dropped
	 */
	public Producer(boolean mayWait) {
		this.mayWait = mayWait;
	}

	/**
	 * Begin to write an event. What is set is cleared without a call, by {@link #writing}
	 * and {@link #writesNested}: with a stack that is about to overflow any call may
	 * fail.
	 * @param nested whether it was logged while another one was written
	 */
	public void beginWriting(boolean nested) {
		this.writing = true;
		this.writesNested = nested;
	}

	/**
	 * Return whether the current thread may wait: the writer of the ring does not wait
	 * for it.
	 * @return whether it may
	 */
	protected boolean mayWait() {
		return this.mayWait;
	}

	/**
	 * Return whether the caller writes the event itself if it may not wait. If not, the
	 * event is dropped.
	 * @return whether it does
	 */
	protected boolean writesInPlace() {
		return false;
	}

}
