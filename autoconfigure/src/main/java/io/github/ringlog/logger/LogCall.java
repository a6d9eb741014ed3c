package io.github.ringlog.logger;

import io.github.ringlog.ring.EventSource;
import io.github.ringlog.ring.EventTarget;
import io.github.ringlog.ring.Ledger;
import io.github.ringlog.ring.LogRing;
import io.github.ringlog.ring.RingEvent;
import io.github.ringlog.ring.RingMemory;
import io.github.ringlog.ring.ThreadNames;
import io.github.ringlog.ring.WriterThread;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.time.MutableInstant;
import org.apache.logging.log4j.core.util.Clock;
import org.apache.logging.log4j.core.util.ClockFactory;
import org.apache.logging.log4j.core.util.Log4jThread;
import org.apache.logging.log4j.core.util.NanoClock;
import org.apache.logging.log4j.core.util.SystemClock;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ParameterizedMessage;
import org.apache.logging.log4j.message.TimestampMessage;
import org.apache.logging.log4j.util.Constants;
import org.jspecify.annotations.Nullable;

/**
 * Carries what a thread logs, from the logger to the slot. Everything that runs code of
 * others happens here, before a slot is claimed: a slow or stuck {@code toString()}
 * stalls nobody but its caller. The idea of such a carrier is that of Log4j's
 * {@code RingBufferLogEventTranslator}.
 * <p>
 * Each thread has one, and another for each log call that is made during a log call, by a
 * {@code toString()} or an appender. Used by its thread only. Without thread locals
 * ({@link Constants#ENABLE_THREADLOCALS}) each call makes a new one.
 */
final class LogCall extends EventSource {

	private static final ThreadLocal<LogCall> CALLS = ThreadLocal.withInitial(() -> new LogCall(null));

	// The outermost call whose event the thread writes itself. Used only if Log4j uses no
	// thread locals, and removed after the write, so that it holds no class loader.
	private static final ThreadLocal<@Nullable LogCall> WRITERS = new ThreadLocal<>();

	private static final Clock CLOCK = ClockFactory.getClock();

	// In place of Log4j's default clock; one that the user chose is the user's.
	private static final @Nullable PreciseTime TIME = (CLOCK instanceof SystemClock) ? new PreciseTime() : null;

	private final @Nullable LogCall outer;

	private @Nullable LogCall inner;

	// A field in place of a method that sets it: with a stack that is about to overflow,
	// a field access can not fail, and this is cleared whatever else fails.
	boolean active;

	// This thread writes the event to the appenders itself, and may hold their locks.
	private boolean writing;

	String fqcn = "";

	@Nullable Marker marker;

	@Nullable StackTraceElement location;

	@Nullable Throwable thrown;

	final CallText text = new CallText();

	// Null for one that is in the text.
	@Nullable Message message;

	// Whether whoever gets the event may read its format and its parameters.
	boolean keepsParameters;

	final MutableInstant instant = new MutableInstant();

	// In milliseconds since the epoch, whatever the message says.
	long calledMillis;

	long nanoTime;

	private final CallContextData contextData = new CallContextData();

	// Where something is reserved for the text, if anywhere.
	private @Nullable LogRing ring;

	// Whether the time is that of a call that waits before it has its text.
	private boolean timed;

	private String threadName = "";

	private int threadNumber = ThreadNames.NONE;

	private LogCall(@Nullable LogCall outer) {
		this.outer = outer;
	}

	/**
	 * Begin a log call of the current thread. The caller clears {@link #active} later.
	 * @param formatted the idle carrier that has its text, if there is one
	 */
	static LogCall begin(@Nullable LogCall formatted) {
		LogCall call = (formatted != null) ? formatted : idle();
		call.active = true;
		call.accounted = false;
		call.heldBytes = 0;
		call.writing = false;
		return call;
	}

	/**
	 * Return the carrier of the next log call of the current thread. Until it begins, the
	 * caller may put a text into it; while that runs code of others, it is
	 * {@link #active}.
	 */
	static LogCall idle() {
		if (!Constants.ENABLE_THREADLOCALS) {
			return new LogCall(null);
		}
		LogCall call = CALLS.get();
		while (call.active) {
			call = call.inner();
		}
		return call;
	}

	/**
	 * The current thread begins to write its event itself.
	 */
	void beginWriting() {
		this.writing = true;
		if (!Constants.ENABLE_THREADLOCALS && WRITERS.get() == null) {
			WRITERS.set(this);
		}
	}

	void endWriting() {
		this.writing = false;
		if (!Constants.ENABLE_THREADLOCALS && WRITERS.get() == this) {
			WRITERS.remove();
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
	 * Return whether this call was made by what runs while an outer call of the same
	 * thread writes its event: an appender, say, that logs and holds a lock.
	 */
	private boolean isInsideWrite() {
		if (!Constants.ENABLE_THREADLOCALS) {
			return WRITERS.get() != null;
		}
		for (LogCall call = this.outer; call != null; call = call.outer) {
			if (call.writing) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Return whether the writer may be waiting for this very thread: one of Log4j's own,
	 * as an AsyncAppender has it behind its queue; that of an isolated appender, for
	 * whose ring the writer may wait; or one that is writing an event itself and may hold
	 * the lock of an appender (LOG4J2-1518).
	 */
	@Override
	public boolean mustNotWait() {
		Thread current = Thread.currentThread();
		return current instanceof Log4jThread || current instanceof WriterThread || isInsideWrite();
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
		try {
			if (!this.timed) {
				readTime(nanoClock);
			}
			this.heldBytes = format(newMessage) + RingMemory.ofThrowable(this.thrown);
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
		boolean kept = this.keepsParameters || newMessage.getClass() == ParameterizedMessage.class;
		return RingMemory.ofText(this.text.lengthOf(newMessage), kept ? 1 : 0);
	}

	/**
	 * Wait until a ring has room for this call, which has no text yet. The event has the
	 * time before the wait.
	 * @param bytes the memory that the text will take, as far as it is known
	 */
	void awaitRoom(LogRing newRing, long bytes, NanoClock nanoClock) {
		boolean hasRoom = newRing.hasRoomFor(this, bytes);
		if (!hasRoom || isPresent()) {
			this.ring = newRing;
		}
		if (hasRoom) {
			return;
		}
		try {
			readTime(nanoClock);
			this.timed = true;
		}
		catch (RuntimeException | LinkageError ex) {
			// A clock of the user's. It is asked again, and what fails then is counted.
		}
		newRing.awaitRoom(this);
	}

	private void readTime(NanoClock nanoClock) {
		this.nanoTime = nanoClock.nanoTime();
		if (TIME != null) {
			TIME.read(this.instant);
		}
		else {
			this.instant.initFrom(CLOCK);
		}
		this.calledMillis = this.instant.getEpochMillisecond();
	}

	private void nameThread() {
		String name = Thread.currentThread().getName();
		if (name != this.threadName) {
			this.threadName = name;
			this.threadNumber = ThreadNames.numberOf(name);
		}
	}

	/**
	 * Format a message.
	 * @return what it holds
	 */
	private long format(@Nullable Message newMessage) {
		if (newMessage == null) {
			return RingMemory.ofText(this.text.length(), 0);
		}
		if (this.text.take(newMessage, this.keepsParameters)) {
			return RingMemory.ofText(this.text.length(), this.text.parameterCount());
		}
		this.message = CallText.freeze(newMessage);
		if (newMessage instanceof TimestampMessage timestamped) {
			this.instant.initFromEpochMilli(timestamped.getTimestamp(), 0);
		}
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
		if (this.message == null) {
			this.text.fill(event);
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
		Thread thread = Thread.currentThread();
		event.setThreadId(thread.getId());
		event.setThreadName(this.threadName, this.threadNumber);
		event.setThreadPriority(thread.getPriority());
		event.setContextStack(ThreadContext.getImmutableStack());
	}

	/**
	 * Let go of what the caller logged.
	 */
	void end() {
		this.target = null;
		this.marker = null;
		this.location = null;
		this.thrown = null;
		this.message = null;
		this.text.end();
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
