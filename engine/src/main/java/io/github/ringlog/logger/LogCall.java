package io.github.ringlog.logger;

import io.github.ringlog.ring.Producer;
import io.github.ringlog.ring.WriterThread;
import org.apache.logging.log4j.core.util.Log4jThread;
import org.apache.logging.log4j.util.Constants;
import org.jspecify.annotations.Nullable;

/**
 * Carries what a thread logs into the ring, and waits for that thread where the ring is
 * full. The idea of such a carrier is that of Log4j's
 * {@code RingBufferLogEventTranslator}.
 * <p>
 * Each thread has one, and another for each log call that is made during a log call, by a
 * {@code toString()} or an appender; it keeps a few of these. Used by its thread only.
 * Without thread locals ({@link Constants#ENABLE_THREADLOCALS}) it keeps none, so that it
 * holds no class loader.
 */
final class LogCall extends Producer {

	private static final ThreadLocal<LogCall> CALLS = ThreadLocal.withInitial(() -> new LogCall(null));

	// How many calls inside each other have carriers that the thread keeps.
	private static final int MAX_KEPT = 4;

	// A call that is made during another one is made by what that one runs.
	private final @Nullable LogCall outer;

	private @Nullable LogCall inner;

	private final int depth;

	// A field in place of a method that sets it: with a stack that is about to overflow,
	// a field access can not fail, and this is cleared whatever else fails.
	boolean active;

	final CallDraft draft = new CallDraft();

	private LogCall(@Nullable LogCall outer) {
		super(true);
		this.outer = outer;
		this.depth = (outer != null) ? outer.depth + 1 : 1;
	}

	/**
	 * Begin a log call of the current thread. The caller clears {@link #active} later,
	 * and calls {@link #end()}.
	 * @param formatted the idle carrier that has its text, if there is one
	 */
	static LogCall begin(@Nullable LogCall formatted) {
		LogCall call = (formatted != null) ? formatted : idle();
		call.active = true;
		call.accounted = false;
		call.writing = false;
		return call;
	}

	/**
	 * Return the carrier of the next log call of the current thread. Until it begins, the
	 * caller may put a text into it.
	 */
	static LogCall idle() {
		LogCall call = CALLS.get();
		while (call.active) {
			LogCall next = call.inner;
			if (next == null) {
				next = new LogCall(call);
				call.inner = next;
			}
			call = next;
		}
		return call;
	}

	/**
	 * Add a parameter to the text. A {@code toString()} that logs has another carrier.
	 */
	void add(@Nullable Object parameter) {
		this.active = true;
		try {
			this.draft.text().add(parameter);
		}
		finally {
			this.active = false;
		}
	}

	/**
	 * Return whether this call was made by what runs during another log call of the same
	 * thread.
	 */
	boolean isInsideCall() {
		return this.outer != null;
	}

	/**
	 * Return who writes the event if the current thread does it: the writer of a ring
	 * counts as one, whatever it writes.
	 */
	Producer whoWrites() {
		WriterThread writer = WriterThread.current();
		return (writer != null) ? writer.producer : this;
	}

	/**
	 * Return who writes an event around this call: the writer of a ring, or an outer call
	 * whose event its thread writes itself. An appender, say, logs and holds a lock.
	 */
	@Nullable Producer outerWriter() {
		WriterThread writer = WriterThread.current();
		if (writer != null) {
			return writer.producer;
		}
		LogCall call = this.outer;
		while (call != null && !call.writing) {
			call = call.outer;
		}
		return call;
	}

	/**
	 * Return whether the writer does not wait for this very thread. It may wait for one
	 * of Log4j's own, as an AsyncAppender has it behind its queue; for that of an
	 * isolated appender, for whose ring the writer may wait; and for one that is writing
	 * an event itself and may hold the lock of an appender (LOG4J2-1518).
	 */
	@Override
	protected boolean mayWait() {
		return !(Thread.currentThread() instanceof Log4jThread) && outerWriter() == null;
	}

	/**
	 * Return whether no event is being written by this very thread.
	 */
	@Override
	protected boolean writesInPlace() {
		Producer outer = outerWriter();
		return outer == null || !outer.writing;
	}

	/**
	 * Release what the caller logged.
	 */
	void end() {
		if (this.outer != null && this.depth > MAX_KEPT) {
			this.outer.inner = null;
		}
		if (this.outer == null && !Constants.ENABLE_THREADLOCALS) {
			CALLS.remove();
		}
		this.waitedNanos = 0;
		this.draft.clear();
	}

}
