package io.github.ringlog.ring;

import java.util.Map;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.time.MutableInstant;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ReusableMessage;
import org.apache.logging.log4j.util.BiConsumer;
import org.apache.logging.log4j.util.ReadOnlyStringMap;
import org.apache.logging.log4j.util.StringMap;
import org.jspecify.annotations.Nullable;

/**
 * An event as it is logged. As a draft it belongs to one thread, which fills it before it
 * claims a slot of the ring; the slot, a {@link Slot}, then copies it.
 */
public class RingEvent extends EventMessage {

	private static final long serialVersionUID = 1L;

	/** No context data. */
	public static final StringMap NO_CONTEXT_DATA = ContextDataFactory.emptyFrozenContextData();

	private static final BiConsumer<String, Object> READING = (key, value) -> {
	};

	/**
	 * Whether it was logged while its thread wrote another event to the appenders.
	 * Ordered by the publication, as are the fields below.
	 */
	public transient boolean nested;

	/**
	 * When it was logged, in milliseconds since the epoch. A thread that asks for the lag
	 * may read it while another thread writes it: a stale value yields a stale lag.
	 */
	public transient long calledMillis;

	// The bytes that it holds beyond SlotArray.SLOT_BYTES.
	transient long bytesBeyond;

	// Replaces the field of the superclass, to be read without a call: see
	// RingSlots.publish.
	transient Level level = Level.OFF;

	// Small types, because each thread that logs pays for each field of its draft.
	transient byte levelIndex = (byte) LevelIndex.of(Level.OFF);

	// Replaces the field of the superclass, for the same reason. A slot has only the
	// number if the name has one.
	transient @Nullable String threadName;

	transient short threadNumber = ThreadNames.NONE;

	private transient @Nullable StringMap contextData;

	private transient @Nullable EventHandler target;

	private transient @Nullable EventRoute route;

	// An appender, a layout or a filter failed on this event.
	private transient boolean failed;

	// The exception that was thrown, if any. An appender that ignores exceptions throws
	// nothing and reports what it caught.
	private transient @Nullable Throwable failure;

	// Created on first use.
	private transient @Nullable EventSnapshot snapshot;

	// Whether the caller's location is hidden from appenders.
	private transient boolean locationHidden;

	/** Create a draft. */
	public RingEvent() {
		// The superclass has created it.
		this.contextData = (StringMap) super.getContextData();
		super.setContextData(null);
	}

	/**
	 * Begin a draft.
	 * @param newTarget the target of the event
	 * @param newLevel its level
	 */
	public void begin(EventHandler newTarget, Level newLevel) {
		this.target = newTarget;
		setLevel(newLevel);
		this.bytesBeyond = 0;
	}

	/**
	 * Prepare context data for reading by several threads. A Log4j map sorts itself on
	 * the first read, and two threads that sort it at once lose an entry.
	 * @param data a map that no longer changes
	 */
	public static void share(StringMap data) {
		data.forEach(READING);
	}

	/**
	 * Give the context data to a copy of this event. The two exchange their maps, so that
	 * no map is created.
	 */
	void giveContextData(RingEvent copy) {
		StringMap data = getContextData();
		setContextData(copy.getContextData());
		copy.setContextData(data);
	}

	/**
	 * Make this a draft of an event from outside a ring. Runs foreign code.
	 * @param event the event
	 */
	public void draft(LogEvent event) {
		setLevel(event.getLevel());
		this.calledMillis = event.getTimeMillis();
		setLoggerName(event.getLoggerName());
		setLoggerFqcn(event.getLoggerFqcn());
		setMarker(event.getMarker());
		setSource(event.isIncludeLocation() ? event.getSource() : null);
		setThrown(event.getThrown());
		((MutableInstant) getInstant()).initFrom(event.getInstant());
		setNanoTime(event.getNanoTime());
		setThreadId(event.getThreadId());
		setThreadName(event.getThreadName());
		setThreadPriority(event.getThreadPriority());
		setContextStack(event.getContextStack());
		ReadOnlyStringMap data = event.getContextData();
		boolean shared = data instanceof StringMap map && map.isFrozen();
		setContextData(shared ? (StringMap) data : ContextDataFactory.createContextData(data));
		if (shared) {
			share((StringMap) data);
		}
		// Last, because this may fail; the event has the rest by then.
		Message message = event.getMessage();
		Message kept = (message instanceof ReusableMessage reusable) ? reusable.memento() : message;
		replaceMessage(kept);
		setSize(EventSize.ofFormatted(kept) + EventSize.ofThrowable(event.getThrown()) + EventSize.ofContext(data));
	}

	/**
	 * Set how much memory the event takes.
	 * @param bytes the size in bytes, see {@link EventSize}
	 */
	public void setSize(long bytes) {
		this.bytesBeyond = Math.max(0, bytes - SlotArray.SLOT_BYTES);
	}

	/**
	 * Return the target. Its name is the logger name, unless the event has its own.
	 */
	@Nullable EventHandler target() {
		return this.target;
	}

	/**
	 * Return the route to the appenders.
	 * @return the route decided when the event was accepted, or {@code null} to decide
	 * when the event is written
	 */
	public @Nullable EventRoute route() {
		return this.route;
	}

	public void setRoute(@Nullable EventRoute newRoute) {
		if (this.route != newRoute) {
			this.route = newRoute;
		}
	}

	/**
	 * Return the index of the level.
	 * @return the index, see {@link LevelIndex}
	 */
	public int levelIndex() {
		return this.levelIndex;
	}

	/**
	 * Return a copy of an event that may be kept. Until the event is cleared, each call
	 * returns the same copy.
	 * @param event any event
	 * @return the copy, or the event itself if it no longer changes
	 */
	public static LogEvent snapshot(LogEvent event) {
		return (event instanceof RingEvent changing) ? changing.snapshot() : event;
	}

	private LogEvent snapshot() {
		EventSnapshot made = this.snapshot;
		if (made == null) {
			try {
				made = new EventSnapshot(this, keptContextData(), this.failed);
			}
			catch (RuntimeException | LinkageError ex) {
				// The constructor of Log4j's event reads the user's clock, which has
				// failed in the log call, too. This event is better than nothing.
				return this;
			}
			this.snapshot = made;
		}
		return made;
	}

	private StringMap keptContextData() {
		StringMap data = getContextData();
		if (data == null) {
			return NO_CONTEXT_DATA;
		}
		if (!data.isFrozen()) {
			return ContextDataFactory.createContextData(data);
		}
		share(data);
		return data;
	}

	/**
	 * Hide the caller's location from the appenders of a logger that does not include it,
	 * or show it again to the appenders of a parent.
	 * @param hide whether to hide it
	 */
	public void hideLocation(boolean hide) {
		if (this.locationHidden != hide) {
			this.locationHidden = hide;
			// The next snapshot has another location.
			this.failed = isFailed();
			this.snapshot = null;
		}
	}

	/**
	 * Note that an appender, a layout or a filter failed on this event.
	 * @param thrown what it threw to its caller, or {@code null} if it threw nothing
	 * @return whether it is the first failure
	 */
	public boolean noteFailure(@Nullable Throwable thrown) {
		boolean first = !isFailed();
		this.failed = true;
		if (this.snapshot != null) {
			this.snapshot.noteFailure();
		}
		if (thrown != null) {
			this.failure = thrown;
		}
		return first;
	}

	/**
	 * Return whether something has failed on this event.
	 * @return whether it has
	 */
	public boolean isFailed() {
		return this.failed || (this.snapshot != null && this.snapshot.isFailed());
	}

	public @Nullable Throwable failure() {
		return this.failure;
	}

	/**
	 * Clear the event for the next caller. Never fails, because the slot would be lost.
	 */
	@Override
	public void clear() {
		if (this.failed) {
			this.failed = false;
			this.failure = null;
		}
		if (this.snapshot != null) {
			this.snapshot = null;
		}
		clearMessage();
		setMarker(null);
		setThrown(null);
		if (this.locationHidden) {
			this.locationHidden = false;
		}
		setSource(null);
		if (getContextStack() != ThreadContext.EMPTY_STACK) {
			setContextStack(null);
		}
		clearContextData();
		clearTarget();
	}

	void clearTarget() {
		this.target = null;
		setRoute(null);
	}

	private void clearContextData() {
		StringMap data = getContextData();
		if (data == null || data == NO_CONTEXT_DATA) {
			return;
		}
		try {
			if (!data.isFrozen()) {
				data.clear();
				return;
			}
		}
		catch (RuntimeException | LinkageError ex) {
			// An appender still reads the map, so leave the map to it.
		}
		setContextData(null);
	}

	/**
	 * Return the name that was set, or else the name of the target.
	 */
	@Override
	public @Nullable String getLoggerName() {
		String name = super.getLoggerName();
		EventHandler target = (name != null) ? null : target();
		return (target != null) ? target.getName() : name;
	}

	/**
	 * Return whether the caller has captured a location. The writer cannot find it,
	 * because it is on another stack.
	 */
	@Override
	public boolean isIncludeLocation() {
		return getSource() != null;
	}

	@Override
	public void setIncludeLocation(boolean includeLocation) {
		// The calling thread has already decided what the logger's configuration asks
		// for.
	}

	@Override
	public @Nullable StringMap getContextData() {
		return this.contextData;
	}

	@Override
	@SuppressWarnings("deprecation") // Still part of the super class.
	public @Nullable Map<String, String> getContextMap() {
		StringMap data = getContextData();
		return (data != null) ? data.toMap() : null;
	}

	@Override
	public Level getLevel() {
		return this.level;
	}

	@Override
	public @Nullable String getThreadName() {
		return (this.threadName != null || this.threadNumber == ThreadNames.NONE) ? this.threadName
				: ThreadNames.get(this.threadNumber);
	}

	// Storing references into old objects is the most expensive part of a copy, and any
	// store takes the cache line from the processor of the other thread. So these setters
	// do not store a value that is there already.

	@Override
	public void setEndOfBatch(boolean endOfBatch) {
		if (isEndOfBatch() != endOfBatch) {
			super.setEndOfBatch(endOfBatch);
		}
	}

	@Override
	public void setContextData(@Nullable StringMap data) {
		if (this.contextData != data) {
			this.contextData = data;
		}
	}

	@Override
	public void setThreadName(@Nullable String name) {
		if (this.threadName != name) {
			this.threadName = name;
			this.threadNumber = (name != null) ? ThreadNames.numberOf(name) : ThreadNames.NONE;
		}
	}

	@Override
	public void setLevel(Level newLevel) {
		if (this.level != newLevel) {
			this.level = newLevel;
			this.levelIndex = (byte) LevelIndex.of(newLevel);
		}
	}

	@Override
	public void setLoggerName(@Nullable String name) {
		if (super.getLoggerName() != name) {
			super.setLoggerName(name);
		}
	}

	@Override
	public void setLoggerFqcn(@Nullable String fqcn) {
		if (getLoggerFqcn() != fqcn) {
			super.setLoggerFqcn(fqcn);
		}
	}

	@Override
	public void setMarker(@Nullable Marker marker) {
		if (getMarker() != marker) {
			super.setMarker(marker);
		}
	}

	@Override
	public void setThrown(@Nullable Throwable thrown) {
		if (getThrown() != thrown) {
			super.setThrown(thrown);
		}
	}

	@Override
	public @Nullable StackTraceElement getSource() {
		return this.locationHidden ? null : super.getSource();
	}

	@Override
	public void setSource(@Nullable StackTraceElement source) {
		if (getSource() != source) {
			super.setSource(source);
		}
	}

	@Override
	public void setContextStack(ThreadContext.@Nullable ContextStack stack) {
		if (getContextStack() != stack) {
			super.setContextStack(stack);
		}
	}

}
