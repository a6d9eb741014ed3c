package io.github.ringlog.engine;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.util.StringMap;
import org.jspecify.annotations.Nullable;

/**
 * A slot of the ring. The caller that claimed it fills it; publishing hands it to the
 * writer, which clears it; the writer's progress hands it to the next caller.
 */
final class RingEvent extends RingEventText {

	private static final long serialVersionUID = 1L;

	/** The sequence of an event whose caller could not publish it. */
	static final long NOT_ORPHANED = -1;

	private static final StringMap NO_CONTEXT_DATA = ContextDataFactory.emptyFrozenContextData();

	// Set by a caller that failed between claim and publish, read by the writer when it
	// waits for that very slot. A plain field access on purpose, see LogRing.tryPublish.
	transient volatile long orphaned = NOT_ORPHANED;

	// Claimed after the ring was closed: holds no event. Ordered by the publication.
	transient boolean padding;

	// Whether the slot holds an event: what has come and gone may leave its owner, its
	// level and its thread behind, so that the next event need not bring the same again.
	// A store of a reference into an old object is what costs most of a fill.
	private transient boolean filled;

	// Whether the event has a text that is not to be kept, or is not known to have none.
	transient boolean clearFully;

	// See EventSource. Set by the caller that claimed the slot, read by the writer.
	transient long heldBytes;

	private transient @Nullable EventOwner owner;

	// The thread's name is that with this number, if there is one.
	private transient int threadNumber = ThreadNames.NONE;

	// When the event was logged, in milliseconds since the epoch. Read by the thread that
	// asks for the lag while others may write: an old value gives an old lag.
	private transient long calledMillis;

	// An appender, a layout or a filter failed on this event.
	private transient boolean failed;

	// What came of it to whoever called them. An appender that ignores exceptions reports
	// what it caught, and nothing comes.
	private transient @Nullable Throwable failure;

	void accept(@Nullable EventOwner newOwner, @Nullable Message message, long newCalledMillis) {
		if (this.owner != newOwner || newOwner == null) {
			this.owner = newOwner;
			setLoggerName((newOwner != null) ? newOwner.getName() : null);
		}
		this.filled = true;
		this.calledMillis = newCalledMillis;
		takeMessage(message);
	}

	/**
	 * Make an event of what a caller left behind that failed between claim and publish.
	 */
	void repair(EventOwner fallback) {
		if (!this.filled || this.owner == null) {
			this.owner = fallback;
			this.filled = true;
			setLevel(Level.OFF);
			setThrown(null);
			setLoggerName(fallback.getName());
		}
		this.clearFully = true;
		replaceMessage(new SimpleMessage("[the caller failed while it logged this event]"));
		setContextData(ContextDataFactory.emptyFrozenContextData());
		this.orphaned = NOT_ORPHANED;
	}

	@Nullable EventOwner owner() {
		return this.filled ? this.owner : null;
	}

	long calledMillis() {
		return this.calledMillis;
	}

	/**
	 * Set the name of the thread.
	 * @param number the number of the name, or {@link ThreadNames#NONE}
	 */
	void setThreadName(String name, int number) {
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
	boolean noteFailure(@Nullable Throwable thrown) {
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
		clearMessage(this.clearFully);
		clearWhatIsHeld();
		clearContextData();
		if (this.clearFully) {
			this.clearFully = false;
			super.clear();
			// The logger's name is gone. It comes back with the owner, see accept.
			this.owner = null;
		}
	}

	/**
	 * Let go of what belongs to one event: what belongs to a logger or a thread stays.
	 */
	private void clearWhatIsHeld() {
		if (getMarker() != null) {
			setMarker(null);
		}
		if (getThrown() != null) {
			setThrown(null);
		}
		if (getSource() != null) {
			setSource(null);
		}
		if (getContextStack() != ThreadContext.EMPTY_STACK) {
			setContextStack(null);
		}
	}

	private void clearContextData() {
		StringMap data = (StringMap) getContextData();
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
