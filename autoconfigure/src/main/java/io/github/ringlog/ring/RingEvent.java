package io.github.ringlog.ring;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

import io.github.ringlog.text.ByteText;
import io.github.ringlog.text.TextSource;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.MementoMessage;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.core.time.MutableInstant;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ParameterConsumer;
import org.apache.logging.log4j.message.ReusableMessage;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.util.ReadOnlyStringMap;
import org.apache.logging.log4j.util.StringMap;
import org.jspecify.annotations.Nullable;

/**
 * An event as it is logged. As a draft it belongs to one thread, which fills it before it
 * claims a slot of the ring; the slot, a {@link Slot}, then copies it.
 * <p>
 * The message is a text, with its format and parameters where somebody may read them, or
 * a message that does not change any more. A text is there as UTF-8 bytes; a long one
 * that the caller had as a string stays that string.
 */
public class RingEvent extends MutableLogEvent implements TextSource {

	private static final long serialVersionUID = 1L;

	/** No context data. */
	public static final StringMap NO_CONTEXT_DATA = ContextDataFactory.emptyFrozenContextData();

	private static final Object[] NO_PARAMETERS = {};

	static final byte[] NO_BYTES = {};

	// As many as Log4j's messages want of an array that they are given.
	private static final int USUAL_PARAMETERS = 10;

	// The fields of the super class for the message are not used: it takes over the
	// parameters of a message by exchanging arrays, and each store of a reference into an
	// old object has a price.

	private transient byte[] bytes = NO_BYTES;

	private transient int offset;

	// In bytes, or 0 for a string; negative while there is no text.
	private transient int length = -1;

	private transient boolean ascii;

	// In place of the bytes.
	private transient @Nullable String string;

	// In place of the text.
	private transient @Nullable Message frozen;

	private transient @Nullable String format;

	private transient Object[] parameters = NO_PARAMETERS;

	private transient int parameterCount;

	/**
	 * Whether nobody wanted more of the message than its text when it was logged. Ordered
	 * by the publication, as is what follows.
	 */
	public transient boolean textOnly;

	/** Whether it was logged while its thread wrote another event to the appenders. */
	public transient boolean nested;

	/**
	 * When it was logged, in milliseconds since the epoch. Read by the thread that asks
	 * for the lag while others may write: an old value gives an old lag.
	 */
	public transient long calledMillis;

	/** How many slots the event takes: see {@link EventSize}. */
	public transient int slots = 1;

	// In place of that of the super class, to be reached without a call.
	transient Level level = Level.OFF;

	private transient int levelIndex = LevelIndex.of(Level.OFF);

	// In place of that of the super class, for the same reason.
	transient @Nullable String threadName;

	private transient @Nullable StringMap contextData;

	private transient @Nullable EventTarget target;

	// An appender, a layout or a filter failed on this event.
	private transient boolean failed;

	// What they threw to their caller. An appender that ignores exceptions throws
	// nothing, and reports what it caught.
	private transient @Nullable Throwable failure;

	/** Create a draft. */
	public RingEvent() {
		// Made by the super class.
		this.contextData = (StringMap) super.getContextData();
		super.setContextData(null);
	}

	/**
	 * Begin a draft.
	 * @param newTarget the target of the event
	 * @param newLevel its level
	 */
	public void begin(EventTarget newTarget, Level newLevel) {
		this.target = newTarget;
		setLevel(newLevel);
		this.slots = 1;
	}

	/**
	 * Copy another event, for a target. A draft hands its context data over, so that no
	 * map is made; a slot is still to be read by others. Runs no code of others.
	 * @param source the event
	 * @param newTarget the target of this one
	 */
	public void copyFrom(RingEvent source, @Nullable EventTarget newTarget) {
		// First, for an event whose copy fails is counted by its level.
		setLevel(source.level);
		copyContextData(source);
		setLoggerName((newTarget != source.target()) ? source.getLoggerName() : null);
		setTarget(newTarget);
		this.calledMillis = source.calledMillis;
		this.textOnly = source.textOnly;
		this.nested = source.nested;
		this.slots = source.slots;
		copyMessage(source);
		setLoggerFqcn(source.getLoggerFqcn());
		setMarker(source.getMarker());
		setSource(source.getSource());
		setThrown(source.getThrown());
		((MutableInstant) getInstant()).initFrom(source.getInstant());
		setNanoTime(source.getNanoTime());
		setThreadId(source.getThreadId());
		setThreadName(source.getThreadName());
		setThreadPriority(source.getThreadPriority());
		setContextStack(source.getContextStack());
	}

	private void copyMessage(RingEvent source) {
		if (source.length < 0) {
			replaceMessage(source.getMessage());
			return;
		}
		if (source.string != null) {
			takeText(source.string);
		}
		else {
			copyText(source);
		}
		// An appender may have put a shorter array in the place of the parameters.
		int count = Math.min(source.parameterCount, source.parameters.length);
		this.parameterCount = count;
		// An array that is in the same place of the memory each time costs less than an
		// exchange of arrays. Without parameters the format is the text, which is there.
		if (count > 0) {
			if (this.parameters.length < count) {
				this.parameters = new Object[Math.max(count, USUAL_PARAMETERS)];
			}
			System.arraycopy(source.parameters, 0, this.parameters, 0, count);
			if (this.format != source.format) {
				this.format = source.format;
			}
		}
	}

	private void copyText(RingEvent source) {
		int count = source.length;
		byte[] copy = place(count);
		int start = placeOf(count);
		System.arraycopy(source.bytes, source.offset, copy, start, count);
		takeBytes(copy, start, count, source.ascii);
	}

	/**
	 * Return an array that has room for a text, from {@link #placeOf} on.
	 * @param count the number of bytes
	 */
	byte[] place(int count) {
		return new byte[count];
	}

	int placeOf(int count) {
		return 0;
	}

	private void copyContextData(RingEvent source) {
		StringMap data = source.getContextData();
		if (!(source instanceof Slot)) {
			source.setContextData(getContextData());
			setContextData(data);
		}
		else if (data == null || data.isEmpty()) {
			setContextData(NO_CONTEXT_DATA);
		}
		else if (data.isFrozen()) {
			setContextData(data);
		}
		else {
			// Log4j uses a map again that is not frozen.
			StringMap spare = getContextData();
			if (spare == null || spare.isFrozen()) {
				spare = ContextDataFactory.createContextData(data.size());
				setContextData(spare);
			}
			spare.putAll(data);
		}
	}

	/**
	 * Make this a draft of an event that is not a ring's. Runs code of others.
	 * @param event the event
	 */
	public void draft(LogEvent event) {
		setLevel(event.getLevel());
		Message message = event.getMessage();
		Message kept = (message instanceof ReusableMessage reusable) ? reusable.memento() : message;
		replaceMessage(kept);
		this.slots = EventSize.ofFormatted(kept) + EventSize.ofThrowable(event.getThrown());
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
		setContextData((data instanceof StringMap map && map.isFrozen()) ? map
				: ContextDataFactory.createContextData(data));
	}

	/**
	 * Take over a message that does not change any more.
	 * @param message the message
	 */
	public void replaceMessage(@Nullable Message message) {
		this.frozen = message;
		this.string = null;
		this.length = -1;
	}

	/**
	 * Take a text as it is, in place of a message.
	 * @param text the text
	 */
	public void takeText(String text) {
		this.string = text;
		this.length = 0;
	}

	/**
	 * Take a text where it is, in place of a message. It must not change before the event
	 * is cleared or copied.
	 * @param source where its bytes are
	 * @param start the index of its first byte
	 * @param count the number of bytes
	 * @param isAscii whether all of them are ASCII; otherwise the text is UTF-8
	 */
	public void takeBytes(byte[] source, int start, int count, boolean isAscii) {
		if (this.bytes != source) {
			this.bytes = source;
		}
		this.offset = start;
		this.length = count;
		this.ascii = isAscii;
		if (this.string != null) {
			this.string = null;
		}
	}

	/**
	 * Take the parameters of a message, and leave it an array for its next ones.
	 * @param message the message
	 * @param newFormat its pattern, if it has one
	 */
	public void takeParameters(ReusableMessage message, @Nullable String newFormat) {
		int count = message.getParameterCount();
		if (count > 0) {
			this.parameters = message
				.swapParameters((this.parameters.length > 0) ? this.parameters : new Object[USUAL_PARAMETERS]);
			this.format = newFormat;
			this.parameterCount = count;
		}
	}

	/** Let go of the parameters. */
	public void clearParameters() {
		if (this.parameterCount > 0) {
			// An appender may have put a shorter array in the place of the parameters.
			Arrays.fill(this.parameters, 0, Math.min(this.parameterCount, this.parameters.length), null);
			this.parameterCount = 0;
		}
	}

	/**
	 * Return the target, which gives the event its name unless that is set.
	 */
	@Nullable EventTarget target() {
		return this.target;
	}

	void setTarget(@Nullable EventTarget newTarget) {
		this.target = newTarget;
	}

	/**
	 * Return the index of the level.
	 * @return the index, see {@link LevelIndex}
	 */
	public int levelIndex() {
		return this.levelIndex;
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
	 * Clear the event for the next caller. Never fails, for the slot would be lost.
	 */
	@Override
	public void clear() {
		this.failed = false;
		this.failure = null;
		this.frozen = null;
		this.length = -1;
		if (this.string != null) {
			this.string = null;
		}
		clearParameters();
		clearBytes();
		setMarker(null);
		setThrown(null);
		setSource(null);
		if (getContextStack() != ThreadContext.EMPTY_STACK) {
			setContextStack(null);
		}
		clearContextData();
		clearTarget();
	}

	void clearBytes() {
		this.bytes = NO_BYTES;
	}

	void clearTarget() {
		this.target = null;
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

	@Override
	public boolean appendTo(ByteText target) {
		if (this.length < 0) {
			return false;
		}
		if (this.string != null) {
			target.append(this.string);
		}
		else {
			target.append(this.bytes, this.offset, this.length, this.ascii);
		}
		return true;
	}

	@Override
	public Message getMessage() {
		if (this.frozen != null) {
			return this.frozen;
		}
		return (this.length >= 0) ? this : super.getMessage();
	}

	@Override
	public String getFormattedMessage() {
		if (this.string != null) {
			return this.string;
		}
		return (this.length < 0) ? "" : new String(this.bytes, this.offset, this.length,
				this.ascii ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
	}

	@Override
	public void formatTo(StringBuilder buffer) {
		if (this.string == null && this.ascii) {
			ByteText.appendAscii(this.bytes, this.offset, this.length, buffer);
		}
		else {
			buffer.append(getFormattedMessage());
		}
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
		return (short) this.parameterCount;
	}

	@Override
	public <S> void forEachParameter(ParameterConsumer<S> action, S state) {
		for (int i = 0; i < this.parameterCount; i++) {
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
	 * The name that was set, or else that of the target.
	 */
	@Override
	public @Nullable String getLoggerName() {
		String name = super.getLoggerName();
		EventTarget target = (name != null) ? null : target();
		return (target != null) ? target.getName() : name;
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
		return this.threadName;
	}

	// A store of a reference into an old object is what costs most of a copy. So none of
	// these stores what is there already.

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
		}
	}

	@Override
	public void setLevel(Level newLevel) {
		if (this.level != newLevel) {
			this.level = newLevel;
			this.levelIndex = LevelIndex.of(newLevel);
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

}
