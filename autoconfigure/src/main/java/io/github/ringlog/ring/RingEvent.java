package io.github.ringlog.ring;

import java.util.Map;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.util.StringMap;
import org.jspecify.annotations.Nullable;

/**
 * A slot of the ring. The caller that claimed it fills it; publishing hands it to the
 * writer, which clears it; the writer's progress hands it to the next caller.
 */
public final class RingEvent extends RingEventText {

	private static final long serialVersionUID = 1L;

	/** The sequence of an event whose caller could not publish it. */
	static final long NOT_ORPHANED = -1;

	/** No context data. */
	public static final StringMap NO_CONTEXT_DATA = ContextDataFactory.emptyFrozenContextData();

	// Set by a caller that failed between claim and publish, read by the writer when it
	// waits for that very slot. A plain field access on purpose, see LogRing.tryPublish.
	transient volatile long orphaned = NOT_ORPHANED;

	// What is known of such an event. Ordered by the field above.
	transient Level orphanedLevel = Level.OFF;

	transient long orphanedMillis;

	transient @Nullable String orphanedThread;

	transient long orphanedThreadId;

	// Claimed after the ring was closed: holds no event. Ordered by the publication.
	transient boolean padding;

	// Whether the slot holds an event. One that was written may leave its target, its
	// level and its thread behind, so that the next event need not bring the same again.
	private transient boolean filled;

	/**
	 * Whether nobody wanted more of the message than its text when it was logged. Ordered
	 * by the publication.
	 */
	public transient boolean textOnly;

	// Whether the target may be left behind.
	private transient boolean targetStays;

	// See EventSource. Set by the caller that claimed the slot, read by the writer.
	transient long heldBytes;

	transient boolean nested;

	private final transient SlotReferences references;

	private final transient int place;

	// The thread's name is that with this number, if there is one.
	transient int threadNumber = ThreadNames.NONE;

	// When the event was logged, in milliseconds since the epoch. Read by the thread that
	// asks for the lag while others may write: an old value gives an old lag.
	transient long calledMillis;

	// An appender, a layout or a filter failed on this event.
	private transient boolean failed;

	// What they threw to their caller. An appender that ignores exceptions throws
	// nothing, and reports what it caught.
	private transient @Nullable Throwable failure;

	/** Create an event beside the ring. */
	public RingEvent() {
		this(new SlotReferences(1, SlotReferences.NO_CELLS), 0);
	}

	/**
	 * Create a slot.
	 * @param references where the slots of the ring have their references
	 * @param place the index of this slot there
	 */
	RingEvent(SlotReferences references, int place) {
		super(references.cells, place * SlotReferences.CELL_SIZE,
				(references.cells.length > 0) ? SlotReferences.CELL_SIZE : 0);
		this.references = references;
		this.place = place;
		// Made by the super class, which has a field for it.
		references.contextData[place] = (StringMap) super.getContextData();
		super.setContextData(null);
	}

	/**
	 * Take over an event. Its message comes next.
	 * @param newTarget the target
	 * @param newTargetStays whether the slot may keep the target when the event is gone
	 * @param newCalledMillis when it was logged, in milliseconds since the epoch
	 */
	public void accept(@Nullable EventTarget newTarget, boolean newTargetStays, long newCalledMillis) {
		setTarget(newTarget);
		this.targetStays = newTargetStays;
		this.filled = true;
		this.calledMillis = newCalledMillis;
	}

	private void setTarget(@Nullable EventTarget newTarget) {
		if (this.references.targets[this.place] != newTarget) {
			this.references.targets[this.place] = newTarget;
		}
	}

	/**
	 * Make an event of what a caller left behind that failed between claim and publish.
	 * What it has not copied is that of an older event.
	 */
	void repair(EventTarget fallback) {
		if (target() == null) {
			accept(fallback, true, this.orphanedMillis);
			setThrown(null);
			setLoggerName(null);
			setLoggerFqcn(null);
			setMarker(null);
			setSource(null);
		}
		setLevel(this.orphanedLevel);
		setTimeMillis(this.orphanedMillis);
		setNanoTime(0);
		setThreadName(this.orphanedThread);
		setThreadId(this.orphanedThreadId);
		setThreadPriority(Thread.NORM_PRIORITY);
		setContextStack(ThreadContext.EMPTY_STACK);
		this.orphanedThread = null;
		replaceMessage(new SimpleMessage("[the caller failed while it logged this event]"));
		setContextData(NO_CONTEXT_DATA);
		this.orphaned = NOT_ORPHANED;
	}

	@Nullable EventTarget target() {
		return this.filled ? this.references.targets[this.place] : null;
	}

	/**
	 * The name that was set, or else that of the target.
	 */
	@Override
	public @Nullable String getLoggerName() {
		String name = super.getLoggerName();
		EventTarget target = (name != null) ? null : target();
		return (target != null) ? target.getName() : name;
	}

	@Override
	public @Nullable StringMap getContextData() {
		return this.references.contextData[this.place];
	}

	@Override
	public void setContextData(@Nullable StringMap data) {
		if (getContextData() != data) {
			this.references.contextData[this.place] = data;
		}
	}

	@Override
	@SuppressWarnings("deprecation") // Still part of the super class.
	public @Nullable Map<String, String> getContextMap() {
		StringMap data = getContextData();
		return (data != null) ? data.toMap() : null;
	}

	// A store of a reference into an old object is what costs most of a fill. So none of
	// these stores what is there already.

	@Override
	public void setLevel(@Nullable Level level) {
		if (getLevel() != level) {
			super.setLevel(level);
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

	/**
	 * Set the name of the thread.
	 * @param name the name
	 * @param number the number of the name, or {@link ThreadNames#NONE}
	 */
	public void setThreadName(@Nullable String name, int number) {
		this.threadNumber = number;
		if (number == ThreadNames.NONE) {
			super.setThreadName(name);
		}
	}

	@Override
	public void setThreadName(@Nullable String name) {
		this.threadNumber = ThreadNames.NONE;
		super.setThreadName(name);
	}

	@Override
	public @Nullable String getThreadName() {
		return (this.threadNumber != ThreadNames.NONE) ? ThreadNames.get(this.threadNumber) : super.getThreadName();
	}

	/**
	 * Note that an appender, a layout or a filter failed on this event.
	 * @param thrown what it threw to whoever called it, if it did
	 * @return whether it is the first failure
	 */
	public boolean noteFailure(@Nullable Throwable thrown) {
		boolean first = !this.failed;
		this.failed = true;
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
		return this.failed;
	}

	public @Nullable Throwable failure() {
		return this.failure;
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

	/**
	 * Clear the event for the next caller. Never fails, for the slot would be lost.
	 */
	@Override
	public void clear() {
		this.filled = false;
		this.failed = false;
		this.failure = null;
		this.padding = false;
		this.heldBytes = 0;
		clearMessage();
		setMarker(null);
		setThrown(null);
		setSource(null);
		if (getContextStack() != ThreadContext.EMPTY_STACK) {
			setContextStack(null);
		}
		clearContextData();
		if (!this.targetStays) {
			setTarget(null);
		}
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
			// An appender still reads the map: it may keep it.
		}
		setContextData(null);
	}

}
