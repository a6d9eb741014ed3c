package io.github.ringlog.ring;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import io.github.ringlog.text.ByteText;
import io.github.ringlog.text.TextSource;
import org.apache.logging.log4j.core.impl.MementoMessage;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ParameterConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The message of an event in a slot: a text, with its format and parameters where
 * somebody may read them, or a message that does not change any more. A text is there as
 * UTF-8 bytes, in the cell of the slot or, if it is longer, in an array of its own; a
 * long one that the caller had as a string stays that string.
 */
public abstract class RingEventText extends MutableLogEvent implements TextSource {

	private static final long serialVersionUID = 1L;

	private static final Object[] NONE = {};

	private static final byte[] NO_BYTES = {};

	// Fewer than a reusable message has room for, see takeParameters.
	private static final int USUAL_PARAMETERS = 9;

	// In bytes. A slot keeps an array of this size once its cell was too small for a
	// text. The array of a longer text is not kept.
	private static final int USUAL_SIZE = 512;

	private final transient byte[] cells;

	private final transient int cell;

	private final transient int cellSize;

	// For texts that are longer than the cell.
	private transient byte[] own = NO_BYTES;

	// In bytes, or 0 for a string; negative while there is no text.
	private transient int length = -1;

	// In place of the bytes.
	private transient @Nullable String string;

	private transient boolean ascii;

	// A message that is not reusable, already formatted; in place of the text.
	private transient @Nullable Message frozen;

	// What follows is what a reusable message has. The fields of the super class are not
	// used: it takes over the parameters of a message by exchanging arrays, and each
	// store of a reference into an old object has a price.
	private transient @Nullable String format;

	private transient Object[] parameters = NONE;

	private transient short parameterCount;

	/**
	 * Create a slot.
	 * @param cells the cells of all slots
	 * @param cell where the cell of this one begins
	 * @param cellSize its size in bytes; 0 for none
	 */
	RingEventText(byte[] cells, int cell, int cellSize) {
		this.cells = cells;
		this.cell = cell;
		this.cellSize = cellSize;
	}

	/**
	 * Take over a message that does not change any more.
	 * @param message the message
	 */
	public final void replaceMessage(@Nullable Message message) {
		this.frozen = message;
		this.string = null;
		this.length = -1;
	}

	/**
	 * Copy a text, in place of a message.
	 * @param source where its bytes are
	 * @param offset the index of its first byte
	 * @param count the number of bytes
	 * @param isAscii whether all of them are ASCII; otherwise the text is UTF-8
	 */
	public final void takeText(byte[] source, int offset, int count, boolean isAscii) {
		byte[] target = this.cells;
		int at = this.cell;
		if (count > this.cellSize) {
			if (this.own.length < count) {
				this.own = new byte[Math.max(count, USUAL_SIZE)];
			}
			target = this.own;
			at = 0;
		}
		System.arraycopy(source, offset, target, at, count);
		if (this.string != null) {
			this.string = null;
		}
		this.ascii = isAscii;
		this.length = count;
	}

	/**
	 * Take a text as it is, in place of a message.
	 * @param text the text
	 */
	public final void takeText(String text) {
		this.string = text;
		this.length = 0;
	}

	/**
	 * Copy the message of another event, which is still to be read by others.
	 */
	final void copyMessage(RingEventText other) {
		if (other.length < 0) {
			replaceMessage(other.getMessage());
			return;
		}
		if (other.string != null) {
			takeText(other.string);
		}
		else {
			takeText(other.bytes(), other.offset(), other.length, other.ascii);
		}
		// An appender may have put a shorter array in the place of the parameters.
		takeParameters(other.format, other.parameters, Math.min(other.parameterCount, other.parameters.length));
	}

	/**
	 * Copy the parameters of a message, and its format. Without parameters the format is
	 * the text, which is there already. An array that is in the same place of the memory
	 * each time costs less than an exchange of arrays: G1 has work with each place that a
	 * reference is stored to.
	 * @param newFormat the pattern of the message, if it has one
	 * @param source the parameters
	 * @param count how many of them there are
	 */
	public final void takeParameters(@Nullable String newFormat, Object[] source, int count) {
		this.parameterCount = (short) count;
		if (count == 0) {
			return;
		}
		if (this.format != newFormat) {
			this.format = newFormat;
		}
		if (this.parameters.length < count) {
			this.parameters = new Object[Math.max(count, USUAL_PARAMETERS)];
		}
		System.arraycopy(source, 0, this.parameters, 0, count);
	}

	private byte[] bytes() {
		return (this.length > this.cellSize) ? this.own : this.cells;
	}

	private int offset() {
		return (this.length > this.cellSize) ? 0 : this.cell;
	}

	@Override
	public final boolean appendTo(ByteText target) {
		if (this.length < 0) {
			return false;
		}
		if (this.string != null) {
			target.append(this.string);
		}
		else {
			target.append(bytes(), offset(), this.length, this.ascii);
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
		return (this.length < 0) ? "" : new String(bytes(), offset(), this.length,
				this.ascii ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
	}

	@Override
	public void formatTo(StringBuilder buffer) {
		if (this.string == null && this.ascii) {
			ByteText.appendAscii(bytes(), offset(), this.length, buffer);
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
	 * Let go of the message, and of an array that is long. Never fails.
	 */
	final void clearMessage() {
		this.frozen = null;
		this.length = -1;
		if (this.string != null) {
			this.string = null;
		}
		if (this.parameterCount > 0) {
			// An appender may have put a shorter array in the place of the parameters.
			Arrays.fill(this.parameters, 0, Math.min(this.parameterCount, this.parameters.length), null);
			this.parameterCount = 0;
		}
		if (this.own.length > USUAL_SIZE) {
			this.own = NO_BYTES;
		}
	}

}
