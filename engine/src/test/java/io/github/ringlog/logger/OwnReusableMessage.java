package io.github.ringlog.logger;

import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ReusableMessage;
import org.jspecify.annotations.Nullable;

/**
 * A reusable message that does not do as the interface says.
 */
@SuppressWarnings("deprecation") // The format is still part of a message.
final class OwnReusableMessage implements ReusableMessage {

	private static final long serialVersionUID = 1L;

	private final String text;

	private final @Nullable Integer length;

	/**
	 * Create a message of two parameters.
	 * @param length the length of the array that it hands over in place of them: -1 for a
	 * failure, null for none
	 */
	OwnReusableMessage(String text, @Nullable Integer length) {
		this.text = text;
		this.length = length;
	}

	@Override
	public void formatTo(StringBuilder buffer) {
		buffer.append(getFormattedMessage());
	}

	@Override
	public String getFormattedMessage() {
		return this.text;
	}

	@Override
	public String getFormat() {
		return "own {}";
	}

	@Override
	public Object[] getParameters() {
		return new Object[] { 1, 2 };
	}

	@Override
	public @Nullable Throwable getThrowable() {
		return null;
	}

	@Override
	public Object @Nullable [] swapParameters(Object[] emptyReplacement) {
		if (this.length == null) {
			return null;
		}
		if (this.length == -1) {
			throw new IllegalStateException("No parameters to swap");
		}
		return new Object[this.length];
	}

	@Override
	public short getParameterCount() {
		return 2;
	}

	@Override
	public Message memento() {
		return this;
	}

}
