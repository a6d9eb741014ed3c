package io.github.ringlog.engine;

import java.util.Arrays;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.MementoMessage;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.core.util.Constants;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ParameterConsumer;
import org.apache.logging.log4j.message.ReusableMessage;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.util.StringBuilders;
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

	// Fewer than a reusable message has room for, see fill.
	private static final int USUAL_PARAMETERS = 9;

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

	// A message that is not reusable, already formatted; in place of the text.
	private transient @Nullable Message frozen;

	// What follows is a reusable message. The super class has fields for it, too. They
	// are not used: it takes over the parameters of a message by exchanging arrays, and
	// each store of a reference into an old object has a price, see
	// fill(ReusableMessage).
	private transient @Nullable StringBuilder text;

	private transient @Nullable String format;

	private transient Object[] parameters = NONE;

	private transient short parameterCount;

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
		if (message instanceof ReusableMessage reusable) {
			fill(reusable);
		}
		else {
			this.frozen = message;
		}
	}

	/**
	 * Take over the text and the parameters of a message. A message that is given less
	 * room than for ten parameters copies them: two stores into an array that is in the
	 * same place of the memory each time, in place of an exchange of arrays, after which
	 * the caller's next message would be stored into an array of this slot. G1 has work
	 * with each place that a reference is stored to.
	 */
	@SuppressWarnings("deprecation") // The format is still part of a message.
	private void fill(ReusableMessage message) {
		StringBuilder target = this.text;
		if (target == null) {
			target = new StringBuilder(Constants.INITIAL_REUSABLE_MESSAGE_SIZE);
			this.text = target;
		}
		target.setLength(0);
		message.formatTo(target);
		short count = message.getParameterCount();
		this.parameterCount = count;
		// Without parameters it is the text, which is not to be kept twice.
		String newFormat = (count > 0) ? message.getFormat() : null;
		if (this.format != newFormat) {
			this.format = newFormat;
		}
		if (count > 0) {
			if (this.parameters.length < count) {
				this.parameters = new Object[Math.max(count, USUAL_PARAMETERS)];
			}
			Object[] taken = message.swapParameters(this.parameters);
			if (taken != this.parameters) {
				this.parameters = taken;
			}
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

	@Override
	public Message getMessage() {
		return (this.frozen != null) ? this.frozen : (this.text != null) ? this : super.getMessage();
	}

	@Override
	public String getFormattedMessage() {
		return String.valueOf(this.text);
	}

	@Override
	public void formatTo(StringBuilder buffer) {
		buffer.append(this.text);
	}

	@Override
	@SuppressWarnings("deprecation") // Still part of the interface.
	public @Nullable String getFormat() {
		return (this.parameterCount > 0) ? this.format : getFormattedMessage();
	}

	@Override
	public Object[] getParameters() {
		return Arrays.copyOf(this.parameters, this.parameterCount);
	}

	@Override
	public short getParameterCount() {
		return this.parameterCount;
	}

	@Override
	public <S> void forEachParameter(ParameterConsumer<S> action, S state) {
		for (short i = 0; i < this.parameterCount; i++) {
			action.accept(this.parameters[i], i, state);
		}
	}

	@Override
	public Object[] swapParameters(Object[] emptyReplacement) {
		if (this.parameterCount == 0) {
			return emptyReplacement;
		}
		Object[] taken = this.parameters;
		this.parameters = emptyReplacement;
		return taken;
	}

	/**
	 * Return the message for good. It is kept until the event is cleared, for each
	 * appender that asks.
	 */
	@Override
	public Message memento() {
		Message message = this.frozen;
		if (message == null) {
			String formatted = getFormattedMessage();
			message = new MementoMessage(formatted, (this.parameterCount > 0) ? getFormat() : formatted,
					getParameters());
			this.frozen = message;
		}
		return message;
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
		this.frozen = null;
		this.failed = false;
		this.failure = null;
		this.padding = false;
		this.heldBytes = 0;
		Arrays.fill(this.parameters, 0, this.parameterCount, null);
		this.parameterCount = 0;
		clearWhatIsHeld();
		clearContextData();
		if (this.clearFully) {
			this.clearFully = false;
			this.format = null;
			super.clear();
			// Without its logger's name, which accept sets with the owner.
			this.owner = null;
			trimText();
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

	private void trimText() {
		try {
			StringBuilders.trimToMaxSize(this.text, Constants.MAX_REUSABLE_MESSAGE_SIZE);
		}
		catch (OutOfMemoryError ex) {
			this.text = null;
		}
	}

}
