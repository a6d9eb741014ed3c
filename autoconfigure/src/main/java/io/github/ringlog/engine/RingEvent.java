package io.github.ringlog.engine;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.ContextDataInjector;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.ContextDataInjectorFactory;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.core.impl.ThreadContextDataInjector.ForGarbageFreeThreadContextMap;
import org.apache.logging.log4j.core.time.MutableInstant;
import org.apache.logging.log4j.core.util.Clock;
import org.apache.logging.log4j.core.util.ClockFactory;
import org.apache.logging.log4j.core.util.SystemClock;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ReusableMessage;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.message.TimestampMessage;
import org.apache.logging.log4j.util.StringMap;
import org.jspecify.annotations.Nullable;

/**
 * A slot of the ring. The caller that claimed it fills it; publishing hands it to the
 * writer, which clears it; the writer's progress hands it to the next caller.
 */
final class RingEvent extends MutableLogEvent {

	private static final long serialVersionUID = 1L;

	private static final Clock CLOCK = ClockFactory.getClock();

	// In place of Log4j's default clock; one that the user chose is the user's.
	private static final @Nullable PreciseTime TIME = (CLOCK instanceof SystemClock) ? new PreciseTime() : null;

	private static final ContextDataInjector CONTEXT_DATA = ContextDataInjectorFactory.createInjector();

	// The other injectors replace the event's context data and ignore what it was.
	private static final boolean FILLS_REUSABLE = CONTEXT_DATA instanceof ForGarbageFreeThreadContextMap;

	/** What to report when {@link #fill} could not have the context data. */
	static final String NO_CONTEXT_DATA = "A provider of context data failed";

	/** The sequence of an event whose caller could not publish it. */
	static final long NOT_ORPHANED = -1;

	// Set by a caller that failed between claim and publish, read by the writer when it
	// waits for that very slot. A plain field access on purpose, see LogRing.tryPublish.
	transient volatile long orphaned = NOT_ORPHANED;

	// Claimed after the ring was closed: holds no event. Ordered by the publication.
	transient boolean filler;

	private transient @Nullable RingLogger logger;

	// A message that is not reusable, already formatted; in place of one in the slot.
	private transient @Nullable Message frozen;

	// When the event was logged, in milliseconds since the epoch. Read by the thread that
	// asks for the lag while others may write: an old value gives an old lag.
	private transient long loggedMillis;

	// An appender, a layout or a filter failed on this event.
	private transient boolean failed;

	// What came of it to whoever called them. An appender that ignores exceptions reports
	// what it caught, and nothing comes.
	private transient @Nullable Throwable failure;

	/**
	 * Take over what a caller logs. Everything that runs code of others has run before,
	 * but for the providers of context data.
	 * @return whether the context data could be had
	 */
	boolean fill(RingLogger source, String fqcn, Level level, @Nullable Marker marker,
			@Nullable StackTraceElement location, Message message, @Nullable Throwable thrown) {
		this.logger = source;
		setLevel(level);
		setLoggerName(source.getName());
		setLoggerFqcn(fqcn);
		setMarker(marker);
		setSource(location);
		setThrown(thrown);
		if (message instanceof ReusableMessage) {
			setMessage(message);
		}
		else {
			this.frozen = message;
		}
		stamp();
		Thread thread = Thread.currentThread();
		setThreadId(thread.getId());
		setThreadName(thread.getName());
		setThreadPriority(thread.getPriority());
		setContextStack(ThreadContext.getImmutableStack());
		return injectContextData();
	}

	private void stamp() {
		MutableInstant instant = (MutableInstant) getInstant();
		if (TIME != null) {
			TIME.read(instant);
		}
		else {
			instant.initFrom(CLOCK);
		}
		this.loggedMillis = instant.getEpochMillisecond();
		setNanoTime(Log4jLogEvent.getNanoClock().nanoTime());
	}

	private boolean injectContextData() {
		StringMap reusable = (StringMap) getContextData();
		if (FILLS_REUSABLE && (reusable == null || reusable.isFrozen())) {
			reusable = ContextDataFactory.createContextData();
		}
		try {
			setContextData(CONTEXT_DATA.injectContextData(null, reusable));
			return true;
		}
		catch (RuntimeException | LinkageError ex) {
			setContextData(ContextDataFactory.emptyFrozenContextData());
			return false;
		}
	}

	/**
	 * Take the time of a message that has its own. Not while a slot is held: this runs
	 * code of others.
	 */
	void adoptTimestamp() {
		if (this.frozen instanceof TimestampMessage timestamp) {
			((MutableInstant) getInstant()).initFromEpochMilli(timestamp.getTimestamp(), 0);
		}
	}

	/**
	 * Make an event of what a caller left behind that failed between claim and publish.
	 */
	void repair(RingLogger fallback) {
		if (this.logger == null) {
			this.logger = fallback;
			setLoggerName(fallback.getName());
		}
		this.frozen = new SimpleMessage("[the caller failed while it logged this event]");
		setContextData(ContextDataFactory.emptyFrozenContextData());
		this.orphaned = NOT_ORPHANED;
	}

	@Nullable RingLogger logger() {
		return this.logger;
	}

	long loggedMillis() {
		return this.loggedMillis;
	}

	/**
	 * Note that an appender, a layout or a filter failed on this event.
	 * @param thrown what it threw to whoever called it, if it did
	 * @return whether it is the first failure
	 */
	boolean fail(@Nullable Throwable thrown) {
		boolean first = !this.failed;
		this.failed = true;
		if (thrown != null) {
			this.failure = thrown;
		}
		return first;
	}

	@Nullable Throwable failure() {
		return this.failure;
	}

	@Override
	public Message getMessage() {
		return (this.frozen != null) ? this.frozen : super.getMessage();
	}

	/**
	 * A location is there when the caller brought it. The writer cannot find it: it is on
	 * another stack.
	 */
	@Override
	public boolean isIncludeLocation() {
		return getSource() != null;
	}

	@Override
	public void setIncludeLocation(boolean includeLocation) {
		// What a logger's configuration asks for has been decided on the calling thread.
	}

	@Override
	public void clear() {
		super.clear();
		this.logger = null;
		this.frozen = null;
		this.failed = false;
		this.failure = null;
		this.filler = false;
	}

}
