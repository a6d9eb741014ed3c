package io.github.ringlog.logger;

import io.github.ringlog.ring.Producer;
import io.github.ringlog.ring.WriterThread;
import org.apache.logging.log4j.core.util.Log4jThread;
import org.apache.logging.log4j.util.Constants;
import org.jspecify.annotations.Nullable;

/**
 * Carries an event from a thread into the ring, and waits in line for that thread if the
 * ring is full. The idea comes from Log4j's {@code RingBufferLogEventTranslator}.
 * <p>
 * Each thread has one, and another for each log call that is made during a log call, by a
 * {@code toString()} or an appender. The thread keeps a few of these. Used by its thread
 * only. Without thread locals ({@link Constants#ENABLE_THREADLOCALS}) the thread keeps
 * none, so that it holds no class loader.
 */
final class LogCall extends Producer {

	private static final ThreadLocal<LogCall> CALLS = ThreadLocal.withInitial(() -> new LogCall(null));

	// The number of nested calls whose carriers the thread keeps.
	private static final int MAX_KEPT = 4;

	// The call during which this one is made; null for the outermost call.
	private final @Nullable LogCall outer;

	private @Nullable LogCall inner;

	private final int depth;

	// A field without a setter: on a stack that is about to overflow a field access can't
	// fail, so this is cleared whatever else fails.
	boolean active;

	final CallDraft draft = new CallDraft();

	private LogCall(@Nullable LogCall outer) {
		super(true);
		this.outer = outer;
		this.depth = (outer != null) ? outer.depth + 1 : 1;
	}

	/**
	 * Initialize the classes that a log call needs. This reads properties of Log4j. Once
	 * Spring's are among them, to read one may log: that call would find a class half
	 * initialized, and be dropped.
	 */
	static void initialize() {
		PlainLog4j.nothing();
		CallContextData.readable(new CallDraft());
	}

	/**
	 * Begin a log call of the current thread. The caller clears {@link #active} later,
	 * and calls {@link #end()}.
	 * @param formatted the idle carrier that has the text, or {@code null}
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
	 * Add a parameter to the text. A {@code toString()} that logs uses another carrier.
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
	 * Return whether this call was made during another log call of the same thread.
	 */
	boolean isInsideCall() {
		return this.outer != null;
	}

	/**
	 * Return the producer for writing the event on the current thread. The writer of a
	 * ring always uses its own producer.
	 */
	Producer whoWrites() {
		WriterThread writer = WriterThread.current();
		return (writer != null) ? writer.producer : this;
	}

	/**
	 * Return the producer that is writing an event around this call: the writer of a
	 * ring, or an outer call that writes its event in place. Then this call may come from
	 * an appender that holds a lock.
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
	 * Return whether the writer can't wait for this thread. It may wait for a thread of
	 * Log4j's own, such as the one behind the queue of an AsyncAppender; for the writer
	 * of an isolated appender, if that ring is full; and for a thread that is writing an
	 * event in place and may hold the lock of an appender (LOG4J2-1518).
	 */
	@Override
	protected boolean mayWait() {
		return !(Thread.currentThread() instanceof Log4jThread) && outerWriter() == null;
	}

	/**
	 * Return whether this thread is not writing another event.
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
