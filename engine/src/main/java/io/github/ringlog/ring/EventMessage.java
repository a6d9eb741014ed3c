package io.github.ringlog.ring;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import io.github.ringlog.text.ByteText;
import io.github.ringlog.text.TextSource;
import org.apache.logging.log4j.core.impl.MementoMessage;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ParameterConsumer;
import org.apache.logging.log4j.message.ReusableMessage;
import org.jspecify.annotations.Nullable;

/**
 * The message of an event: either a text, with its format and parameters if they may be
 * read, or an immutable message. A text consists of UTF-8 bytes, except that a long text
 * which the caller passed as a string stays a string.
 * <p>
 * The message fields of the superclass are not used: it takes parameters by exchanging
 * arrays, and each store of a reference into an old object costs the garbage collector
 * time.
 */
public abstract class EventMessage extends MutableLogEvent implements TextSource {

	private static final long serialVersionUID = 1L;

	private static final Object[] NO_PARAMETERS = {};

	static final byte[] NO_BYTES = {};

	// The least length that Log4j's messages accept of an array for their parameters.
	private static final int USUAL_PARAMETERS = 10;

	private transient byte[] bytes = NO_BYTES;

	private transient int offset;

	// In bytes, or 0 for a string; negative while there is no text.
	private transient int length = -1;

	private transient boolean ascii;

	// The text, in place of the bytes.
	private transient @Nullable String string;

	// The message, in place of a text; if there is a text, its memento.
	private transient @Nullable Message frozen;

	private transient @Nullable String format;

	private transient Object[] parameters = NO_PARAMETERS;

	private transient int parameterCount;

	/**
	 * Copy the message of another event, which stays as it is because others still read
	 * it.
	 */
	final void copyMessage(EventMessage source) {
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
		// An appender may have exchanged the parameters for a shorter array.
		int count = Math.min(source.parameterCount, source.parameters.length);
		this.parameterCount = count;
		// Copying into an array of this event costs less than exchanging arrays, because
		// the array stays in one place in memory. Without parameters the format is the
		// text, which is copied already.
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

	private void copyText(EventMessage source) {
		int count = source.length;
		byte[] copy = place(count);
		int start = placeOf(count);
		System.arraycopy(source.bytes, source.offset, copy, start, count);
		takeBytes(copy, start, count, source.ascii);
	}

	/**
	 * Return an array with room for a text, which begins at {@link #placeOf}.
	 * @param count the number of bytes
	 */
	byte[] place(int count) {
		return new byte[count];
	}

	int placeOf(int count) {
		return 0;
	}

	/**
	 * Set a message that no longer changes.
	 * @param message the message
	 */
	public final void replaceMessage(@Nullable Message message) {
		this.frozen = message;
		this.string = null;
		this.length = -1;
	}

	/**
	 * Set a text that stays a string, in place of a message.
	 * @param text the text
	 */
	public final void takeText(String text) {
		this.string = text;
		this.length = 0;
	}

	/**
	 * Set a text without copying its bytes, in place of a message. The bytes must not
	 * change until the event is cleared or copied.
	 * @param source the array with its bytes
	 * @param start the index of its first byte
	 * @param count the number of bytes
	 * @param isAscii whether all of them are ASCII; otherwise the text is UTF-8
	 */
	public final void takeBytes(byte[] source, int start, int count, boolean isAscii) {
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
	 * Take the parameters of a message, and give it another array for its next ones.
	 * @param message the message
	 * @param newFormat its pattern, if it has one
	 */
	public final void takeParameters(ReusableMessage message, @Nullable String newFormat) {
		int count = message.getParameterCount();
		if (count > 0) {
			this.parameters = message
				.swapParameters((this.parameters.length > 0) ? this.parameters : new Object[USUAL_PARAMETERS]);
			this.format = newFormat;
			this.parameterCount = count;
		}
	}

	/** Release the parameters. */
	public final void clearParameters() {
		if (this.parameterCount > 0) {
			// An appender may have exchanged the parameters for a shorter array.
			Arrays.fill(this.parameters, 0, Math.min(this.parameterCount, this.parameters.length), null);
			this.parameterCount = 0;
		}
	}

	/**
	 * Release the message. Never fails.
	 */
	final void clearMessage() {
		if (this.frozen != null) {
			this.frozen = null;
		}
		this.length = -1;
		if (this.string != null) {
			this.string = null;
		}
		clearParameters();
		clearBytes();
	}

	void clearBytes() {
		this.bytes = NO_BYTES;
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
	 * Return a message that may be kept. All appenders that ask get the same one, until
	 * the event is cleared.
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

}
