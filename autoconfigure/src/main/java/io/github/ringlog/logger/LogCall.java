package io.github.ringlog.logger;

import io.github.ringlog.location.ParameterFinder;
import io.github.ringlog.ring.EventSource;
import io.github.ringlog.ring.EventTarget;
import io.github.ringlog.ring.Ledger;
import io.github.ringlog.ring.LogRing;
import io.github.ringlog.ring.RingEvent;
import io.github.ringlog.ring.RingMemory;
import io.github.ringlog.ring.ThreadNames;
import io.github.ringlog.ring.WriteScope;
import io.github.ringlog.ring.WriterThread;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.time.MutableInstant;
import org.apache.logging.log4j.core.util.ClockFactory;
import org.apache.logging.log4j.core.util.Log4jThread;
import org.apache.logging.log4j.core.util.NanoClock;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ParameterizedMessage;
import org.apache.logging.log4j.message.ReusableParameterizedMessage;
import org.apache.logging.log4j.util.Constants;
import org.jspecify.annotations.Nullable;

/**
 * Carries what a thread logs, from the logger to the slot. Everything that runs code of
 * others happens here, before a slot is claimed: a slow or stuck {@code toString()}
 * stalls nobody but its caller. The idea of such a carrier is that of Log4j's
 * {@code RingBufferLogEventTranslator}.
 * <p>
 * Each thread has one, and another for each log call that is made during a log call, by a
 * {@code toString()} or an appender; it keeps a few of these. Used by its thread only.
 * Without thread locals ({@link Constants#ENABLE_THREADLOCALS}) each call makes a new
 * one.
 */
final class LogCall extends EventSource {

	private static final ThreadLocal<LogCall> CALLS = ThreadLocal.withInitial(() -> new LogCall(null));

	// The innermost call of the thread. Used only if Log4j uses no thread locals, and
	// removed after the outermost one, so that it holds no class loader.
	private static final ThreadLocal<@Nullable LogCall> INNERMOST = new ThreadLocal<>();

	// How many calls inside each other have carriers that the thread keeps.
	private static final int MAX_KEPT = 4;

	private static final CallTime TIME = new CallTime(ClockFactory.getClock());

	// A call that is made during another one is made by what that one runs.
	private final @Nullable LogCall outer;

	private final int depth;

	private @Nullable LogCall inner;

	// A field in place of a method that sets it: with a stack that is about to overflow,
	// a field access can not fail, and this is cleared whatever else fails.
	boolean active;

	// While this thread writes the event to the appenders itself, and may hold their
	// locks.
	@Nullable WriteScope scope;

	String fqcn = "";

	@Nullable Marker marker;

	@Nullable StackTraceElement location;

	@Nullable Throwable thrown;

	// Made when it is used: not every message can be told in bytes.
	private @Nullable CallText text;

	// Null for one that is in the text.
	@Nullable Message message;

	// What whoever gets the event may read of its message.
	ParameterFinder.Use use = ParameterFinder.Use.TEXT;

	// Whether nothing but the text is kept of the message.
	private boolean textOnly;

	final MutableInstant instant = new MutableInstant();

	long nanoTime;

	private final CallContextData contextData = new CallContextData();

	// Where something is reserved for the text, if anywhere.
	private @Nullable LogRing ring;

	// Whether the time is that of a call that waits before it has its text.
	private boolean timed;

	private int threadNumber = ThreadNames.NONE;

	private LogCall(@Nullable LogCall outer) {
		this.outer = outer;
		this.depth = (outer != null) ? outer.depth + 1 : 0;
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
		call.heldBytes = 0;
		call.scope = null;
		if (!Constants.ENABLE_THREADLOCALS) {
			INNERMOST.set(call);
		}
		return call;
	}

	/**
	 * Return the carrier of the next log call of the current thread. Until it begins, the
	 * caller may put a text into it.
	 */
	static LogCall idle() {
		if (!Constants.ENABLE_THREADLOCALS) {
			LogCall innermost = INNERMOST.get();
			return new LogCall((innermost != null && innermost.active) ? innermost : null);
		}
		LogCall call = CALLS.get();
		while (call.active) {
			call = call.inner();
		}
		return call;
	}

	/**
	 * The current thread begins to write its event itself. The caller clears
	 * {@link #scope} later.
	 */
	WriteScope beginWriting() {
		WriteScope begun = (Thread.currentThread() instanceof WriterThread writer) ? writer.scope : new WriteScope();
		begun.begin(this.nested);
		this.scope = begun;
		return begun;
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
	 * Return what the thread writes while it makes this call, if it is that of a ring's
	 * writer or the call was made by what an outer one runs to write its event: an
	 * appender, say, that logs and holds a lock.
	 */
	@Nullable WriteScope outerScope() {
		if (Thread.currentThread() instanceof WriterThread writer) {
			return writer.scope;
		}
		for (LogCall call = this.outer; call != null; call = call.outer) {
			if (call.scope != null) {
				return call.scope;
			}
		}
		return null;
	}

	/**
	 * Return whether the writer may be waiting for this very thread: one of Log4j's own,
	 * as an AsyncAppender has it behind its queue; that of an isolated appender, for
	 * whose ring the writer may wait; or one that is writing an event itself and may hold
	 * the lock of an appender (LOG4J2-1518).
	 */
	@Override
	public boolean mustNotWait() {
		return Thread.currentThread() instanceof Log4jThread || outerScope() != null;
	}

	@Override
	public boolean isWrittenInPlace() {
		return true;
	}

	void from(EventTarget newTarget, String newFqcn, Level newLevel, @Nullable Marker newMarker,
			@Nullable Throwable newThrown) {
		from(newTarget, newLevel);
		if (this.fqcn != newFqcn) {
			this.fqcn = newFqcn;
		}
		this.marker = newMarker;
		this.thrown = newThrown;
	}

	/**
	 * Take the time and the context data, and format the message. What fails is counted,
	 * and something is written in its place.
	 * @param newMessage the message, or {@code null} if the text is there already
	 */
	void prepare(@Nullable Message newMessage, LoggerProperties properties, NanoClock nanoClock, Ledger ledger) {
		nameThread();
		this.textOnly = newMessage == null || this.use == ParameterFinder.Use.TEXT;
		if (!this.timed) {
			readTime(newMessage, nanoClock, ledger);
		}
		try {
			this.heldBytes = format(newMessage, ledger) + RingMemory.ofThrowable(this.thrown);
		}
		catch (Throwable ex) {
			ledger.countError("A message could not be formatted", ex);
			this.message = CallText.unformattable(ex);
			this.thrown = (this.thrown != null) ? this.thrown : ex;
		}
		try {
			this.contextData.inject(properties);
		}
		catch (RuntimeException | LinkageError ex) {
			ledger.countError("A provider of context data failed", ex);
			this.contextData.forget();
		}
	}

	/**
	 * Return what a message will hold once it is formatted, as far as that is known.
	 */
	long memoryOf(Message newMessage) {
		boolean kept = this.use != ParameterFinder.Use.TEXT || newMessage.getClass() == ParameterizedMessage.class;
		return RingMemory.ofText(text().lengthOf(newMessage), kept ? 1 : 0);
	}

	/**
	 * Wait until a ring has room for this call, which has no text yet. The event has the
	 * time before the wait.
	 * @param bytes the memory that the text will take, as far as it is known
	 * @param newMessage the message, or {@code null} if it is nothing but a text
	 */
	void awaitRoom(LogRing newRing, long bytes, @Nullable Message newMessage, NanoClock nanoClock, Ledger ledger) {
		boolean hasRoom = newRing.hasRoomFor(this, bytes);
		if (!hasRoom || isPresent()) {
			this.ring = newRing;
		}
		if (hasRoom) {
			return;
		}
		readTime(newMessage, nanoClock, ledger);
		this.timed = true;
		newRing.awaitRoom(this);
	}

	private void readTime(@Nullable Message newMessage, NanoClock nanoClock, Ledger ledger) {
		this.nanoTime = CallTime.nanoTime(nanoClock, ledger);
		this.calledMillis = TIME.read(this.instant, newMessage, ledger);
	}

	/**
	 * Let go of the parameters of a message that is not logged.
	 */
	void release(@Nullable Message newMessage) {
		if (newMessage instanceof ReusableParameterizedMessage parameterized) {
			text().release(parameterized);
		}
	}

	private void nameThread() {
		Thread thread = Thread.currentThread();
		String name = thread.getName();
		if (name != this.threadName) {
			this.threadName = name;
			this.threadId = thread.getId();
			this.threadNumber = ThreadNames.numberOf(name);
		}
	}

	/**
	 * Format a message.
	 * @return what it holds
	 */
	private long format(@Nullable Message newMessage, Ledger ledger) throws Throwable {
		if (newMessage == null) {
			text().complete();
			return RingMemory.ofText(text().length(), 0);
		}
		Message plain = (this.use == ParameterFinder.Use.MESSAGE) ? PlainLog4j.message(newMessage) : newMessage;
		if (plain == newMessage && CallText.mayTake(newMessage)
				&& text().take(newMessage, this.use != ParameterFinder.Use.TEXT)) {
			return RingMemory.ofText(text().length(), text().parameterCount());
		}
		if (plain == newMessage) {
			TIME.readOf(newMessage, this.instant, ledger);
		}
		this.message = CallText.freeze(plain);
		return RingMemory.ofFormatted(this.message);
	}

	/**
	 * Copy this call to an event. The text is copied; the maps of the context data change
	 * places, so that none is made.
	 */
	@Override
	public void fill(RingEvent event) {
		// First, for an event whose fill fails is counted by its level.
		event.setLevel(this.level);
		this.contextData.exchange(event);
		event.setLoggerName(null);
		event.accept(this.target, true, this.calledMillis);
		event.textOnly = this.textOnly;
		if (this.message == null) {
			text().fill(event);
		}
		else {
			event.replaceMessage(this.message);
		}
		event.setLoggerFqcn(this.fqcn);
		event.setMarker(this.marker);
		event.setSource(this.location);
		event.setThrown(this.thrown);
		((MutableInstant) event.getInstant()).initFrom(this.instant);
		event.setNanoTime(this.nanoTime);
		event.setThreadId(this.threadId);
		event.setThreadName(this.threadName, this.threadNumber);
		event.setThreadPriority(Thread.currentThread().getPriority());
		event.setContextStack(ThreadContext.getImmutableStack());
	}

	/**
	 * Let go of what the caller logged.
	 */
	void end() {
		if (this.outer != null && this.depth >= MAX_KEPT) {
			this.outer.inner = null;
		}
		if (!Constants.ENABLE_THREADLOCALS) {
			if (this.outer != null) {
				INNERMOST.set(this.outer);
			}
			else {
				INNERMOST.remove();
			}
		}
		this.target = null;
		this.marker = null;
		this.location = null;
		this.thrown = null;
		this.message = null;
		if (this.text != null) {
			this.text.end();
		}
		this.contextData.end();
		giveUpRoom();
	}

	/**
	 * Let go of what was reserved for the text.
	 */
	void giveUpRoom() {
		this.timed = false;
		LogRing left = this.ring;
		if (left != null) {
			this.ring = null;
			left.leave(this);
		}
	}

}
