package io.github.ringlog.ring;

import io.github.ringlog.crashlog.CrashRecord;
import org.jspecify.annotations.Nullable;

/**
 * Hands events to a ring, one at a time, and has a place in line while the ring is full.
 * Each log call is a producer, so that waiting allocates nothing. Used by one thread,
 * except for the fields that the line guards.
 */
public class Producer {

	private final boolean mayWait;

	/** Whether the event is published, written or counted as dropped. */
	public boolean accounted;

	// Guarded by the lock of the WaitingLine.
	@Nullable Thread thread;

	@Nullable Producer previous;

	@Nullable Producer next;

	// Set by this thread under the lock; cleared under the lock, by this thread or by the
	// one that wakes it.
	volatile boolean inLine;

	// For LockCycle, as are the fields below: the last sequence that the writer had done,
	// and when it was first seen.
	long done;

	long doneAt;

	// In how many stalls since then the observed thread has not run, and its processor
	// time.
	int stalls;

	long writerCpuNanos;

	// Whether the writer was found to wait for this thread, or for good.
	boolean blocksWriter;

	/**
	 * Whether its thread is writing an event to the appenders. Events logged meanwhile,
	 * by an appender, its client library or the {@code getMessage()} of a throwable, are
	 * not written in place: Log4j would hide them from the appender that caused them, and
	 * its layouts would overwrite the line that they are composing. The ring takes such
	 * events, or they are dropped.
	 */
	public boolean writing;

	/**
	 * Whether that event was itself logged while another one was written. Events logged
	 * meanwhile are dropped, because they could trigger each other forever.
	 */
	public boolean writesNested;

	/** How long it has waited with this event before formatting it. */
	protected long waitedNanos;

	// The crash record, created on first use.
	@Nullable CrashRecord record;

	/**
	 * Create a producer that writes no event itself.
	 * @param mayWait whether it waits for a slot; otherwise its event is dropped
	 */
	public Producer(boolean mayWait) {
		this.mayWait = mayWait;
	}

	/**
	 * Begin to write an event. To end, clear {@link #writing} and {@link #writesNested}
	 * directly: on a stack that is about to overflow, any call may fail.
	 * @param nested whether it was logged while another one was written
	 */
	public void beginWriting(boolean nested) {
		this.writing = true;
		this.writesNested = nested;
	}

	/**
	 * Return whether the current thread may wait, because the writer of the ring does not
	 * wait for it.
	 * @return whether it may
	 */
	protected boolean mayWait() {
		return this.mayWait;
	}

	/**
	 * Return whether the thread writes the event itself if it may not wait. If not, the
	 * event is dropped.
	 * @return whether it does
	 */
	protected boolean writesInPlace() {
		return false;
	}

}
