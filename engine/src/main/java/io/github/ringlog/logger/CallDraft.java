package io.github.ringlog.logger;

import io.github.ringlog.delivery.AppenderChain;
import io.github.ringlog.delivery.LoggedEvent;
import io.github.ringlog.ring.EventHandler;
import io.github.ringlog.ring.EventSize;
import io.github.ringlog.ring.RingEvent;
import io.github.ringlog.ring.RingStatistics;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.time.MutableInstant;
import org.apache.logging.log4j.core.util.ClockFactory;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ReusableParameterizedMessage;
import org.apache.logging.log4j.util.StringMap;
import org.jspecify.annotations.Nullable;

/**
 * The event of a log call: a draft that the ring copies, or that the thread writes
 * itself. Foreign code runs here, before a slot is claimed, so a slow or stuck
 * {@code toString()} stalls only its caller. Used by one thread.
 */
final class CallDraft extends RingEvent {

	private static final long serialVersionUID = 1L;

	private static final int MAX_CONTEXT_EVENTS = 32;

	private static final String UNFORMATTABLE = "A message could not be formatted";

	private static final CallTime TIME = new CallTime(ClockFactory.getClock());

	// Created on first use, because not every message can be formatted as bytes.
	private transient @Nullable CallText text;

	// The size of the context data when last measured, their number of entries then, and
	// the number of events since.
	private transient long contextBytes;

	private transient int contextEntries;

	private transient int contextEvents;

	CallText text() {
		CallText current = this.text;
		if (current == null) {
			current = new CallText();
			this.text = current;
		}
		return current;
	}

	/**
	 * Set the arguments of the caller.
	 */
	void begin(EventHandler target, String fqcn, Level level, @Nullable Marker marker, @Nullable Throwable thrown) {
		begin(target, level);
		setLoggerFqcn(fqcn);
		setMarker(marker);
		setThrown(thrown);
	}

	/**
	 * Set the time of the call, before it waits or formats.
	 * @param message the message, or {@code null} if there is only a text
	 */
	void readTime(@Nullable Message message, Route route, RingStatistics statistics) {
		setNanoTime(CallTime.nanoTime(route.nanoClock(), statistics));
		this.calledMillis = TIME.read((MutableInstant) getInstant(), message, statistics);
	}

	/**
	 * Set the thread and the context data, and format the message. A failure is counted,
	 * and a substitute is written.
	 * @param message the message, or {@code null} if the text is formatted already
	 * @param textOnly whether appenders and filters read only the text of the message
	 */
	void prepare(@Nullable Message message, boolean textOnly, Route route, RingStatistics statistics) {
		takeThread();
		long bytes = 0;
		try {
			bytes = format(message, textOnly, statistics);
		}
		catch (Throwable ex) {
			replaceMessage(CallText.unformattable(ex));
			setThrown((getThrown() != null) ? getThrown() : ex);
			// Without memory the text is lost through no fault of the caller, so the
			// event counts as failed.
			if (ex instanceof OutOfMemoryError && noteFailure(null)) {
				statistics.countFailed(getLevel(), UNFORMATTABLE, ex);
			}
			else {
				statistics.countError(UNFORMATTABLE, ex);
			}
		}
		try {
			CallContextData.inject(this, route);
		}
		catch (RuntimeException | LinkageError ex) {
			statistics.countError("A provider of context data failed", ex);
			setContextData(NO_CONTEXT_DATA);
		}
		setSize(bytes + EventSize.ofThrowable(getThrown()) + contextBytes());
	}

	private void takeThread() {
		Thread thread = Thread.currentThread();
		String name = thread.getName();
		if (name != getThreadName()) {
			setThreadName(name);
			setThreadId(thread.getId());
		}
		setThreadPriority(thread.getPriority());
		setContextStack(ThreadContext.getImmutableStack());
	}

	/**
	 * Format a message.
	 * @return its size in bytes
	 */
	private long format(@Nullable Message message, boolean textOnly, RingStatistics statistics) throws Throwable {
		if (message == null) {
			text().complete(this);
			return text().size();
		}
		Message plain = textOnly ? message : PlainLog4j.message(message);
		if (plain == message && CallText.mayTake(message)) {
			text().take(message, this, !textOnly);
			return EventSize.ofText(text().size(), getParameterCount() > 0);
		}
		if (plain == message) {
			TIME.readOf(message, (MutableInstant) getInstant(), statistics);
		}
		Message frozen = CallText.freeze(plain);
		replaceMessage(frozen);
		return EventSize.ofFormatted(frozen);
	}

	/**
	 * Return the size of the context data. Reading them takes memory, so they are
	 * measured when their number has changed, and otherwise only once in many events.
	 */
	private long contextBytes() {
		StringMap data = getContextData();
		int entries = (data != null) ? data.size() : 0;
		if (entries != this.contextEntries || (entries > 0 && this.contextEvents++ >= MAX_CONTEXT_EVENTS)) {
			this.contextBytes = EventSize.ofContext(CallContextData.readable(this));
			this.contextEntries = entries;
			this.contextEvents = 0;
		}
		return this.contextBytes;
	}

	/**
	 * Let Log4j create the event on this thread, and keep it as it is.
	 * @param chain the current chain of the logger
	 * @param name the name of the logger
	 * @param source the location of the caller, if it is captured
	 */
	void prepareLog4j(AppenderChain chain, String name, Message message, @Nullable StackTraceElement source,
			Route route, RingStatistics statistics) {
		setRoute(chain);
		LogEvent made;
		try {
			made = PlainLog4j.event(chain.logger().getLogEventFactory(), name, this, message, source,
					route.properties());
		}
		catch (RuntimeException | LinkageError ex) {
			statistics.countError("Log4j could not make an event", ex);
			throw ex;
		}
		setRoute(new LoggedEvent(made, chain));
		try {
			draft(made);
		}
		catch (Throwable ex) {
			// The layout is going to fail on it, too, and the event is counted then.
			replaceMessage(CallText.unformattable(ex));
		}
		// The next call that uses this draft has another name.
		setLoggerName(null);
	}

	/**
	 * Release the parameters of a message that is not logged. The message would hold them
	 * until its next use.
	 */
	void release(@Nullable Message message) {
		if (message instanceof ReusableParameterizedMessage parameterized) {
			takeParameters(parameterized, null);
		}
	}

	/**
	 * Release what the caller logged.
	 */
	@Override
	public void clear() {
		super.clear();
		if (this.text != null) {
			this.text.end();
		}
	}

}
