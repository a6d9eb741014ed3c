package io.github.ringlog.engine;

import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ReusableMessage;
import org.apache.logging.log4j.message.SimpleMessage;
import org.jspecify.annotations.Nullable;

/**
 * A slot of the ring. The caller that claimed it fills it; publishing hands it to the
 * writer, which clears it; the writer's progress hands it to the next caller.
 */
final class RingEvent extends MutableLogEvent {

	private static final long serialVersionUID = 1L;

	/** The sequence of an event whose caller could not publish it. */
	static final long NOT_ORPHANED = -1;

	// Set by a caller that failed between claim and publish, read by the writer when it
	// waits for that very slot. A plain field access on purpose, see LogRing.tryPublish.
	transient volatile long orphaned = NOT_ORPHANED;

	// Claimed after the ring was closed: holds no event. Ordered by the publication.
	transient boolean padding;

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
		this.owner = newOwner;
		setLoggerName((newOwner != null) ? newOwner.getName() : null);
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
		if (this.owner == null) {
			this.owner = fallback;
			setLoggerName(fallback.getName());
		}
		this.frozen = new SimpleMessage("[the caller failed while it logged this event]");
		setContextData(ContextDataFactory.emptyFrozenContextData());
		this.orphaned = NOT_ORPHANED;
	}

	@Nullable EventOwner owner() {
		return this.owner;
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
		super.clear();
		this.owner = null;
		this.frozen = null;
		this.failed = false;
		this.failure = null;
		this.padding = false;
		this.heldBytes = 0;
	}

}
