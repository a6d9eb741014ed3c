package io.github.ringlog.engine;

import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ReusableMessage;
import org.jspecify.annotations.Nullable;

/**
 * Where a thread formats a reusable message before it claims a slot, so that no
 * {@code toString()} of anybody ever runs while a slot is held: a slow or stuck one would
 * stall every logger of the application. One a thread. A {@code toString()} that logs in
 * turn appends behind what is there and takes it away again.
 */
final class MessageBuffer implements ReusableMessage {

	private static final long serialVersionUID = 1L;

	private static final ThreadLocal<MessageBuffer> BUFFERS = ThreadLocal.withInitial(MessageBuffer::new);

	// In characters, as the slots begin.
	private static final int INITIAL_SIZE = 128;

	// In characters. A thread that once logged a huge message does not hold its size.
	private static final int MAX_KEPT = 8192;

	private final StringBuilder text = new StringBuilder(INITIAL_SIZE);

	private int start;

	// How many log calls of this thread are between their formatting and their end: more
	// than one when a call is made by what runs while another fills its slot.
	private int publishing;

	private transient @Nullable ReusableMessage source;

	private MessageBuffer() {
	}

	static MessageBuffer current() {
		return BUFFERS.get();
	}

	int length() {
		return this.text.length();
	}

	void append(ReusableMessage message) {
		message.formatTo(this.text);
	}

	void beginPublishing() {
		this.publishing++;
	}

	void endPublishing() {
		this.publishing--;
	}

	boolean isPublishingTwice() {
		return this.publishing > 1;
	}

	/**
	 * Become the message whose text begins at a position and ends at the end.
	 */
	MessageBuffer as(ReusableMessage message, int textStart) {
		this.source = message;
		this.start = textStart;
		return this;
	}

	void truncate(int length) {
		this.source = null;
		this.text.setLength(length);
		if (length == 0 && this.text.capacity() > MAX_KEPT) {
			this.text.trimToSize();
		}
	}

	private ReusableMessage source() {
		if (this.source == null) {
			throw new IllegalStateException("No message is being published");
		}
		return this.source;
	}

	@Override
	public void formatTo(StringBuilder buffer) {
		if (this.start == 0) {
			buffer.append(this.text);
		}
		else {
			buffer.append(this.text, this.start, this.text.length());
		}
	}

	@Override
	public String getFormattedMessage() {
		return this.text.substring(this.start);
	}

	@Override
	@SuppressWarnings("deprecation") // Still part of the interface.
	public String getFormat() {
		return source().getFormat();
	}

	@Override
	public Object[] getParameters() {
		return source().getParameters();
	}

	@Override
	public @Nullable Throwable getThrowable() {
		return source().getThrowable();
	}

	@Override
	public Object[] swapParameters(Object[] emptyReplacement) {
		return source().swapParameters(emptyReplacement);
	}

	@Override
	public short getParameterCount() {
		return source().getParameterCount();
	}

	@Override
	public Message memento() {
		return source().memento();
	}

}
