package io.github.ringlog.logger;

import io.github.ringlog.delivery.AppenderChain;
import io.github.ringlog.delivery.LoggedEvent;
import io.github.ringlog.ring.EventHandler;
import io.github.ringlog.ring.EventSize;
import io.github.ringlog.ring.Producer;
import io.github.ringlog.ring.RingEvent;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.ring.WriterThread;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.time.MutableInstant;
import org.apache.logging.log4j.core.util.ClockFactory;
import org.apache.logging.log4j.core.util.Log4jThread;
import org.apache.logging.log4j.core.util.NanoClock;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ReusableParameterizedMessage;
import org.apache.logging.log4j.util.Constants;
import org.apache.logging.log4j.util.StringMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes the event of what a thread logs: a draft, which the ring copies, or which the
 * thread writes itself. Everything that runs code of others happens here, before a slot
 * is claimed: a slow or stuck {@code toString()} stalls nobody but its caller. The idea
 * of such a carrier is that of Log4j's {@code RingBufferLogEventTranslator}.
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

	private static final int MAX_CONTEXT_EVENTS = 32;

	private static final String UNFORMATTABLE = "A message could not be formatted";

	private static final CallTime TIME = new CallTime(ClockFactory.getClock());

	// A call that is made during another one is made by what that one runs.
	private final @Nullable LogCall outer;

	private @Nullable LogCall inner;

	private final int depth;

	// A field in place of a method that sets it: with a stack that is about to overflow,
	// a field access can not fail, and this is cleared whatever else fails.
	boolean active;

	final RingEvent draft = new RingEvent();

	// Made when it is used: not every message can be expressed in bytes.
	private @Nullable CallText text;

	// What the context data take, of how many entries, and for how many events since.
	private long contextBytes;

	private int contextEntries;

	private int contextEvents;

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
			call = call.inner();
		}
		return call;
	}

	/**
	 * Return who writes the event if the current thread does it: the writer of a ring
	 * counts as one, whatever it writes.
	 */
	Producer whoWrites() {
		WriterThread writer = WriterThread.current();
		return (writer != null) ? writer.producer : this;
	}

	CallText text() {
		CallText current = this.text;
		if (current == null) {
			current = new CallText();
			this.text = current;
		}
		return current;
	}

	/**
	 * Add a parameter to the text. A {@code toString()} that logs has another carrier.
	 */
	void add(@Nullable Object parameter) {
		this.active = true;
		try {
			text().add(parameter);
		}
		finally {
			this.active = false;
		}
	}

	private LogCall inner() {
		LogCall call = this.inner;
		if (call == null) {
			call = new LogCall(this);
			this.inner = call;
		}
		return call;
	}

	/**
	 * Return whether this call was made by what runs during another log call of the same
	 * thread.
	 */
	boolean isInsideCall() {
		return this.outer != null;
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
	 * Take the arguments of the caller.
	 */
	void from(EventHandler target, String fqcn, Level level, @Nullable Marker marker, @Nullable Throwable thrown) {
		this.draft.begin(target, level);
		this.draft.setLoggerFqcn(fqcn);
		this.draft.setMarker(marker);
		this.draft.setThrown(thrown);
	}

	/**
	 * Take the thread and the context data, and format the message. What fails is
	 * counted, and something is written in its place.
	 * @param message the message, or {@code null} if the text is there already
	 * @param textOnly whether whoever gets the event reads nothing of its message but the
	 * text
	 */
	void prepare(@Nullable Message message, boolean textOnly, LoggerProperties properties, RingStatistics statistics) {
		RingEvent event = this.draft;
		takeThread();
		long bytes = 0;
		try {
			bytes = format(message, textOnly, statistics);
		}
		catch (Throwable ex) {
			event.replaceMessage(CallText.unformattable(ex));
			event.setThrown((event.getThrown() != null) ? event.getThrown() : ex);
			// The text that a caller without memory had is lost, and no fault of his.
			if (ex instanceof OutOfMemoryError && event.noteFailure(null)) {
				statistics.countFailed(event.getLevel(), UNFORMATTABLE, ex);
			}
			else {
				statistics.countError(UNFORMATTABLE, ex);
			}
		}
		try {
			CallContextData.inject(event, properties);
		}
		catch (RuntimeException | LinkageError ex) {
			statistics.countError("A provider of context data failed", ex);
			event.setContextData(RingEvent.NO_CONTEXT_DATA);
		}
		bytes += EventSize.ofThrowable(event.getThrown()) + contextBytes();
		event.setSize(bytes);
	}

	/**
	 * Have Log4j make the event, on this thread, and keep it as it is.
	 * @param chain the way that stands
	 * @param name the name of the logger
	 * @param source the location of the caller, if it is captured
	 */
	void prepareLog4j(AppenderChain chain, String name, Message message, @Nullable StackTraceElement source,
			LoggerProperties properties, RingStatistics statistics) {
		RingEvent event = this.draft;
		event.setRoute(chain);
		LogEvent made;
		try {
			made = PlainLog4j.event(chain.logger().getLogEventFactory(), name, event, message, source, properties);
		}
		catch (RuntimeException | LinkageError ex) {
			statistics.countError("Log4j could not make an event", ex);
			throw ex;
		}
		event.setRoute(new LoggedEvent(made, chain));
		try {
			event.draft(made);
		}
		catch (Throwable ex) {
			// The layout is going to fail on it, too, and the event is counted then.
			event.replaceMessage(CallText.unformattable(ex));
		}
		// The draft of the next call has another one.
		event.setLoggerName(null);
	}

	/**
	 * Take the time of the call, before it waits or formats.
	 * @param message the message, or {@code null} if it is nothing but a text
	 */
	void readTime(@Nullable Message message, NanoClock nanoClock, RingStatistics statistics) {
		this.draft.setNanoTime(CallTime.nanoTime(nanoClock, statistics));
		this.draft.calledMillis = TIME.read((MutableInstant) this.draft.getInstant(), message, statistics);
	}

	/**
	 * Return what the context data take. To read them all takes memory, so that is done
	 * when their number has changed, and for some events else.
	 */
	private long contextBytes() {
		StringMap data = this.draft.getContextData();
		int entries = (data != null) ? data.size() : 0;
		if (entries != this.contextEntries || (entries > 0 && this.contextEvents++ >= MAX_CONTEXT_EVENTS)) {
			this.contextBytes = EventSize.ofContext(CallContextData.readable(this.draft));
			this.contextEntries = entries;
			this.contextEvents = 0;
		}
		return this.contextBytes;
	}

	/**
	 * Release the parameters of a message that is not logged. It would hold them until it
	 * is used again.
	 */
	void release(@Nullable Message message) {
		if (message instanceof ReusableParameterizedMessage parameterized) {
			this.draft.takeParameters(parameterized, null);
		}
	}

	private void takeThread() {
		Thread thread = Thread.currentThread();
		String name = thread.getName();
		if (name != this.draft.getThreadName()) {
			this.draft.setThreadName(name);
			this.draft.setThreadId(thread.getId());
		}
		this.draft.setThreadPriority(thread.getPriority());
		this.draft.setContextStack(ThreadContext.getImmutableStack());
	}

	/**
	 * Format a message.
	 * @return how many bytes it takes
	 */
	private long format(@Nullable Message message, boolean textOnly, RingStatistics statistics) throws Throwable {
		if (message == null) {
			text().complete(this.draft);
			return text().size();
		}
		Message plain = textOnly ? message : PlainLog4j.message(message);
		if (plain == message && CallText.mayTake(message)) {
			text().take(message, this.draft, !textOnly);
			return EventSize.ofText(text().size(), this.draft.getParameterCount() > 0);
		}
		if (plain == message) {
			TIME.readOf(message, (MutableInstant) this.draft.getInstant(), statistics);
		}
		Message frozen = CallText.freeze(plain);
		this.draft.replaceMessage(frozen);
		return EventSize.ofFormatted(frozen);
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
		if (this.text != null) {
			this.text.end();
		}
	}

}
