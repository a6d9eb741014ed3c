package io.github.ringlog.engine;

import java.util.Arrays;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ReusableMessage;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.util.StringMap;
import org.jspecify.annotations.Nullable;

/**
 * A slot of the ring. The caller that claimed it fills it; publishing hands it to the
 * writer, which clears it; the writer's progress hands it to the next caller.
 */
final class RingEvent extends MutableLogEvent {

	private static final long serialVersionUID = 1L;

	/** The sequence of an event whose caller could not publish it. */
	static final long NOT_ORPHANED = -1;

	private static final StringMap NO_CONTEXT_DATA = ContextDataFactory.emptyFrozenContextData();

	private static final Object[] NONE = {};

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

	// A message that is not reusable, already formatted; in place of one in the slot.
	private transient @Nullable Message frozen;

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
		if (message instanceof ReusableMessage) {
			setMessage(message);
		}
		else {
			this.frozen = message;
		}
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
		this.frozen = new SimpleMessage("[the caller failed while it logged this event]");
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
		if (this.clearFully) {
			super.clear();
			this.clearFully = false;
		}
		else {
			clearWhatIsHeld();
		}
		this.filled = false;
		this.frozen = null;
		this.failed = false;
		this.failure = null;
		this.padding = false;
		this.heldBytes = 0;
	}

	/**
	 * Let go of what belongs to one event: what belongs to a logger or a thread stays.
	 */
	private void clearWhatIsHeld() {
		if (super.getMessage() != this) {
			// A copy of the text, which an appender has asked for.
			setMessage(null);
		}
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
		StringMap data = (StringMap) getContextData();
		if (data != null && data != NO_CONTEXT_DATA) {
			if (data.isFrozen()) {
				setContextData(null);
			}
			else {
				data.clear();
			}
		}
		if (getParameterCount() > 0) {
			Object[] parameters = swapParameters(NONE);
			Arrays.fill(parameters, null);
			swapParameters(parameters);
		}
	}

}
