package io.github.ringlog.logger;

import io.github.ringlog.ring.RingEvent;
import io.github.ringlog.text.ByteText;
import io.github.ringlog.text.ParameterizedText;
import org.apache.logging.log4j.core.impl.MementoMessage;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ReusableMessage;
import org.apache.logging.log4j.message.ReusableObjectMessage;
import org.apache.logging.log4j.message.ReusableParameterizedMessage;
import org.apache.logging.log4j.message.ReusableSimpleMessage;
import org.apache.logging.log4j.message.SimpleMessage;
import org.jspecify.annotations.Nullable;

/**
 * Formats the text of a log call as UTF-8 bytes, for its draft. A long text that is a
 * string already stays one: the writer encodes it, once. Used by one thread.
 * <p>
 * If there is no memory for a text, it is not taken: the log call continues without it,
 * and counts the event.
 */
final class CallText {

	// In bytes.
	private static final int INITIAL_SIZE = 96;

	// In bytes and in characters. A thread that once logged a huge message does not hold
	// its size.
	private static final int MAX_KEPT = 8192;

	// In characters. A string up to this length is copied: that is cheaper than a
	// reference in an old object, which the garbage collector has to examine.
	private static final int MAX_COPIED = 128;

	private final ByteText bytes = new ByteText(INITIAL_SIZE);

	private final ParameterizedText parameterized = new ParameterizedText(this.bytes);

	// The buffer that Log4j's messages format themselves into. Created on first use.
	private @Nullable StringBuilder builder;

	// The text, in place of the bytes.
	private @Nullable String string;

	// The exception that a parameter has thrown. The text is unusable then.
	private @Nullable Throwable failure;

	/**
	 * Begin to format a pattern. Its parameters are added next.
	 * @return whether it is taken; if not, Log4j formats it
	 */
	boolean begin(@Nullable String pattern, int count) {
		clear();
		try {
			return this.parameterized.begin(pattern, count);
		}
		catch (OutOfMemoryError ex) {
			return false;
		}
	}

	/**
	 * Add a parameter. Runs foreign code, but only once. After a parameter has failed, no
	 * other parameter is formatted.
	 */
	void add(@Nullable Object parameter) {
		if (this.failure == null) {
			try {
				this.parameterized.add(parameter);
			}
			catch (Throwable ex) {
				this.failure = ex;
			}
		}
	}

	/**
	 * Give the text to a draft. A text that can't be encoded becomes a string.
	 * @throws Throwable what a parameter has thrown
	 */
	void complete(RingEvent draft) throws Throwable {
		if (this.failure != null) {
			throw this.failure;
		}
		if (this.string == null && this.bytes.isMalformed()) {
			this.string = this.bytes.toString();
		}
		giveTo(draft);
	}

	private void giveTo(RingEvent draft) {
		if (this.string != null) {
			draft.takeText(this.string);
		}
		else {
			draft.takeBytes(this.bytes.bytes(), 0, this.bytes.length(), this.bytes.isAscii());
		}
	}

	/**
	 * Take a text without parameters.
	 * @return whether it is taken; if not, Log4j formats it
	 */
	boolean take(String text) {
		clear();
		if (text.length() > MAX_COPIED) {
			this.string = text;
			return true;
		}
		try {
			this.bytes.append(text);
		}
		catch (OutOfMemoryError ex) {
			return false;
		}
		if (this.bytes.isMalformed()) {
			this.string = text;
		}
		return true;
	}

	/**
	 * Return whether a message is of a class that can be formatted as bytes.
	 */
	static boolean mayTake(Message message) {
		Class<?> type = message.getClass();
		return type == ReusableParameterizedMessage.class || type == ReusableSimpleMessage.class
				|| (type == ReusableObjectMessage.class && !PlainLog4j.MAKES_MESSAGES);
	}

	/**
	 * Format a message for a draft, which takes its parameters. Takes only Log4j's own
	 * classes, because a user's message may return other parameters on each call. Does
	 * not cast to an interface: before JDK 23 each class caches the last interface that
	 * was checked, in a field that all threads share, and Log4j checks another interface,
	 * so the threads would contend for it.
	 * @param message a message that may be taken
	 * @param keepParameters whether the parameters may be read
	 */
	@SuppressWarnings("deprecation") // The format is still part of a message.
	void take(Message message, RingEvent draft, boolean keepParameters) {
		Class<?> type = message.getClass();
		if (type == ReusableParameterizedMessage.class) {
			format((ReusableParameterizedMessage) message, draft, keepParameters);
		}
		else if (type == ReusableObjectMessage.class) {
			format((ReusableObjectMessage) message, draft, keepParameters);
		}
		else {
			String text = ((ReusableSimpleMessage) message).getFormat();
			if (text == null) {
				format((ReusableSimpleMessage) message, draft, keepParameters);
			}
			else if (!take(text)) {
				throw new OutOfMemoryError("There is no memory for the text");
			}
		}
		giveTo(draft);
	}

	@SuppressWarnings("deprecation") // The format is still part of a message.
	private void format(ReusableMessage message, RingEvent draft, boolean keepParameters) {
		String newFormat = keepParameters ? message.getFormat() : null;
		boolean complete = false;
		StringBuilder formatted = this.builder;
		if (formatted == null) {
			formatted = new StringBuilder();
			this.builder = formatted;
		}
		try {
			formatted.setLength(0);
			message.formatTo(formatted);
			clear();
			this.bytes.append(formatted);
			if (this.bytes.isMalformed()) {
				this.string = formatted.toString();
			}
			complete = true;
		}
		finally {
			if (formatted.capacity() > MAX_KEPT) {
				formatted.setLength(0);
				formatted.trimToSize();
			}
			draft.takeParameters(message, newFormat);
			if (!complete || !keepParameters) {
				draft.clearParameters();
			}
		}
	}

	/**
	 * Return a message that no longer changes, for one that can't be formatted as bytes.
	 */
	@SuppressWarnings("deprecation") // The format is still part of a message.
	static Message freeze(Message message) {
		if (message instanceof ReusableObjectMessage object) {
			return new LoggedObject(object);
		}
		if (message instanceof ReusableMessage reusable) {
			return new MementoMessage(LoggedObject.textOf(reusable), reusable.getFormat(), reusable.getParameters());
		}
		return (message.getClass() == SimpleMessage.class && message.getFormat() == null)
				? freeze((SimpleMessage) message) : message;
	}

	/**
	 * Copy a message that was created from a character sequence and reads it each time. A
	 * message that was created from {@code null} has no such sequence.
	 */
	private static Message freeze(SimpleMessage message) {
		String text = message.getFormattedMessage();
		return text.contentEquals(message) ? new SimpleMessage(text) : message;
	}

	/**
	 * Return the substitute for a message that can't be formatted. The failure's own
	 * message is left out, because it comes from the code that failed.
	 */
	static Message unformattable(Throwable failure) {
		return new SimpleMessage("[the message could not be formatted: " + failure.getClass().getName() + "]");
	}

	/**
	 * Return the size of the text in bytes. A string takes at most two per character.
	 */
	long size() {
		return (this.string != null) ? 2L * this.string.length() : this.bytes.length();
	}

	/** Release what the caller logged. */
	void end() {
		this.string = null;
		this.failure = null;
		this.bytes.clear(MAX_KEPT);
	}

	private void clear() {
		this.string = null;
		this.failure = null;
		this.bytes.clear();
	}

}
