package io.github.ringlog.engine;

import java.util.Arrays;

import org.apache.logging.log4j.core.impl.MementoMessage;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.core.util.Constants;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ParameterConsumer;
import org.apache.logging.log4j.message.ReusableMessage;
import org.jspecify.annotations.Nullable;

/**
 * The message of an event in a slot: a text that was copied into the slot, with its
 * format and parameters, or a message that does not change any more.
 */
abstract class RingEventText extends MutableLogEvent {

	private static final long serialVersionUID = 1L;

	private static final Object[] NONE = {};

	// Fewer than a reusable message has room for, see fill.
	private static final int USUAL_PARAMETERS = 9;

	// A message that is not reusable, already formatted; in place of the text.
	private transient @Nullable Message frozen;

	// What follows is a reusable message. The super class has fields for it, too. They
	// are not used: it takes over the parameters of a message by exchanging arrays, and
	// each store of a reference into an old object has a price, see
	// takeText(ReusableMessage).
	private transient @Nullable StringBuilder text;

	private transient @Nullable String format;

	private transient Object[] parameters = NONE;

	private transient short parameterCount;

	// Whether the text is not to be kept, or is not known to be short.
	private transient boolean longText;

	/**
	 * Take over a message that does not change any more.
	 */
	final void replaceMessage(@Nullable Message message) {
		this.frozen = message;
	}

	/**
	 * Take over the text and the parameters of a message. A message that is given less
	 * room than for ten parameters copies them: two stores into an array that is in the
	 * same place of the memory each time, in place of an exchange of arrays, after which
	 * the caller's next message would be stored into an array of this slot. G1 has work
	 * with each place that a reference is stored to.
	 */
	@SuppressWarnings("deprecation") // The format is still part of a message.
	final void takeText(ReusableMessage message) {
		StringBuilder target = this.text;
		if (target == null) {
			int length = (message instanceof CharSequence characters) ? characters.length() : 0;
			target = new StringBuilder(Math.max(length, Constants.INITIAL_REUSABLE_MESSAGE_SIZE));
			this.text = target;
		}
		target.setLength(0);
		this.longText = true;
		message.formatTo(target);
		this.longText = target.length() > Constants.MAX_REUSABLE_MESSAGE_SIZE;
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
	 * Let go of the message; after a long text, of its memory and of the format, too.
	 * Never fails. To keep a part of the memory the writer would copy it, and the next
	 * long text would not fit.
	 */
	final void clearMessage() {
		this.frozen = null;
		// An appender may have put a shorter array in the place of the parameters.
		Arrays.fill(this.parameters, 0, Math.min(this.parameterCount, this.parameters.length), null);
		this.parameterCount = 0;
		if (this.longText) {
			this.longText = false;
			this.format = null;
			this.text = null;
		}
	}

}
