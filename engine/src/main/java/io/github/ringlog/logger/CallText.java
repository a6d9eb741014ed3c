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
 * string already stays one: the writer turns it into bytes, once. Used by one thread.
 * <p>
 * A text for which there is no memory is not taken: the log call goes on without it, and
 * counts the event.
 */
final class CallText {

	// In bytes.
	private static final int INITIAL_SIZE = 96;

	// In bytes and in characters. A thread that once logged a huge message does not hold
	// its size.
	private static final int MAX_KEPT = 8192;

	// In characters. A string up to here is copied: that is cheaper than a reference in
	// an old object, which the garbage collector has to look at.
	private static final int MAX_COPIED = 128;

	private final ByteText bytes = new ByteText(INITIAL_SIZE);

	private final ParameterizedText parameterized = new ParameterizedText(this.bytes);

	// What Log4j's messages format themselves into. Made when it is used.
	private @Nullable StringBuilder builder;

	// In place of the bytes.
	private @Nullable String string;

	// What a parameter has thrown. The text is of no use then.
	private @Nullable Throwable failure;

	/**
	 * Format a pattern, whose parameters are added next.
	 * @return whether it is taken; if not, it is for Log4j
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
	 * Add a parameter, which may run code of others, and runs it only once. After a
	 * parameter has failed, no other is asked for its text.
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
	 * Give the text to a draft. One that can't be expressed in bytes becomes a string.
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
	 * @return whether it is taken; if not, it is for Log4j
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
	 * Return whether a message may be one that can be expressed in bytes.
	 */
	static boolean mayTake(Message message) {
		Class<?> type = message.getClass();
		return type == ReusableParameterizedMessage.class || type == ReusableSimpleMessage.class
				|| (type == ReusableObjectMessage.class && !PlainLog4j.MAKES_MESSAGES);
	}

	/**
	 * Format a message for a draft, which takes its parameters. No other classes than
	 * these: a message of a user's own may give others each time that it is asked. And no
	 * cast to an interface: before JDK 23 all threads share one place in a class for the
	 * last interface that was checked, and Log4j checks another one.
	 * @param message one that may be taken
	 * @param keepParameters whether they may be read
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
	 * Return a message that does not change any more, for one that can't be expressed in
	 * bytes.
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
	 * Copy a message that was made of characters and reads them again and again. One that
	 * was made of {@code null} has none.
	 */
	private static Message freeze(SimpleMessage message) {
		String text = message.getFormattedMessage();
		return text.contentEquals(message) ? new SimpleMessage(text) : message;
	}

	/**
	 * Return what is written in place of a message that can't be formatted. The failure's
	 * own message is left out, because it comes from the code that failed.
	 */
	static Message unformattable(Throwable failure) {
		return new SimpleMessage("[the message could not be formatted: " + failure.getClass().getName() + "]");
	}

	/**
	 * Return how many bytes the text has. A string has two per character, which is the
	 * most.
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
