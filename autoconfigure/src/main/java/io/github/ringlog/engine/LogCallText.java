package io.github.ringlog.engine;

import java.util.Arrays;

import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ReusableMessage;
import org.jspecify.annotations.Nullable;

/**
 * The formatted text of one of Log4j's own reusable messages, with the format and the
 * parameters that the message still holds. Used by one thread.
 */
abstract class LogCallText extends EventSource implements ReusableMessage, CharSequence {

	private static final long serialVersionUID = 1L;

	// In characters, as the slots begin.
	private static final int INITIAL_SIZE = 128;

	// In characters. A thread that once logged a huge message does not hold its size.
	private static final int MAX_KEPT = 8192;

	// As many as Log4j's messages want of an array that they are given.
	private static final int MAX_PARAMETERS = 10;

	private final StringBuilder text = new StringBuilder(INITIAL_SIZE);

	private transient @Nullable ReusableMessage source;

	// Whether whoever gets the event may read its format and its parameters.
	transient boolean keepsParameters;

	// For parameters that nobody keeps: the message would hold on to them.
	private transient Object[] spare = new Object[MAX_PARAMETERS];

	final void append(ReusableMessage newSource) {
		reset();
		newSource.formatTo(this.text);
		this.source = newSource;
	}

	@Override
	public final int length() {
		return this.text.length();
	}

	@Override
	public final char charAt(int index) {
		return this.text.charAt(index);
	}

	@Override
	public final CharSequence subSequence(int start, int end) {
		return this.text.subSequence(start, end);
	}

	final void reset() {
		ReusableMessage former = this.source;
		this.source = null;
		if (former != null && !this.keepsParameters) {
			letGo(former);
		}
		this.text.setLength(0);
		if (this.text.capacity() > MAX_KEPT) {
			this.text.trimToSize();
		}
	}

	private void letGo(ReusableMessage message) {
		int count = message.getParameterCount();
		if (count > 0) {
			Object[] parameters = message.swapParameters(this.spare);
			Arrays.fill(parameters, 0, count, null);
			this.spare = parameters;
		}
	}

	private ReusableMessage source() {
		if (this.source == null) {
			throw new IllegalStateException("No message is being logged");
		}
		return this.source;
	}

	@Override
	public final void formatTo(StringBuilder buffer) {
		buffer.append(this.text);
	}

	@Override
	public final String getFormattedMessage() {
		return this.text.toString();
	}

	@Override
	@SuppressWarnings("deprecation") // Still part of the interface.
	public final @Nullable String getFormat() {
		return this.keepsParameters ? source().getFormat() : null;
	}

	@Override
	public final Object[] getParameters() {
		return source().getParameters();
	}

	@Override
	public final @Nullable Throwable getThrowable() {
		return source().getThrowable();
	}

	@Override
	public final Object[] swapParameters(Object[] emptyReplacement) {
		return source().swapParameters(emptyReplacement);
	}

	@Override
	public final short getParameterCount() {
		return this.keepsParameters ? source().getParameterCount() : 0;
	}

	@Override
	public final Message memento() {
		return source().memento();
	}

}
