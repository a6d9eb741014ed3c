package io.github.ringlog.logger;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LoggingException;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.MessageFactory;
import org.apache.logging.log4j.message.MessageFactory2;
import org.apache.logging.log4j.message.ReusableMessageFactory;
import org.apache.logging.log4j.status.StatusLogger;
import org.jspecify.annotations.Nullable;

/**
 * A logger that formats texts and calls with parameters straight into bytes, in place of
 * Log4j's messages, where an event needs nothing but its text. All that is done here is
 * before the event is attempted. What it does not take is for Log4j. Any thread may call.
 */
abstract class FormattingLogger extends Logger {

	private static final long serialVersionUID = 1L;

	// Messages are made by Log4j's own factory, not by one that the user chose.
	private final boolean usual;

	private final transient MessageFactory2 messages;

	FormattingLogger(LoggerContext context, String name, MessageFactory messageFactory) {
		super(context, name, messageFactory);
		this.messages = getMessageFactory();
		this.usual = this.messages.getClass() == ReusableMessageFactory.class;
	}

	/**
	 * Return whether an event needs nothing but its text, and is not to be dropped before
	 * any work is put into it.
	 */
	abstract boolean formatsAtOnce(Level level);

	/**
	 * Wait until an event may be formatted.
	 * @param length how many characters it has, as far as it is known
	 */
	abstract void awaitRoom(LogCall call, Level level, long length);

	/**
	 * Log an event whose text is in its carrier.
	 */
	abstract void log(LogCall call, String fqcn, Level level, @Nullable Marker marker, @Nullable Throwable thrown);

	private void log(String fqcn, Level level, @Nullable Marker marker, Message message) {
		log(fqcn, level, marker, message, message.getThrowable());
	}

	/**
	 * Log a message of Log4j's as the super class does. Not by a method of that: between
	 * two of its methods one of this class would pass for the caller.
	 */
	private void log(String fqcn, Level level, @Nullable Marker marker, Message message, @Nullable Throwable thrown) {
		try {
			logMessage(fqcn, level, marker, message, thrown);
		}
		catch (LoggingException ex) {
			throw ex;
		}
		catch (Throwable ex) {
			StatusLogger.getLogger()
				.warn("{} caught {} logging {}", fqcn, ex.getClass().getName(), message.getClass().getSimpleName(), ex);
		}
		finally {
			ReusableMessageFactory.release(message);
		}
	}

	/**
	 * Begin to format.
	 * @param length how many characters the parameters have, as far as it is known
	 */
	private @Nullable LogCall begin(Level level, @Nullable String pattern, int parameters, long length) {
		LogCall call = idle(level);
		if (call == null) {
			return null;
		}
		awaitRoom(call, level, length);
		if (call.text().begin(pattern, parameters)) {
			return call;
		}
		call.giveUpRoom();
		return null;
	}

	/**
	 * Add a parameter to the text of a carrier. A {@code toString()} that logs has
	 * another one.
	 */
	private static void add(LogCall call, @Nullable Object parameter) {
		call.active = true;
		try {
			call.text().add(parameter);
		}
		finally {
			call.active = false;
		}
	}

	private @Nullable LogCall take(Level level, @Nullable String text) {
		if (text == null) {
			return null;
		}
		LogCall call = idle(level);
		return (call != null && call.text().take(text)) ? call : null;
	}

	private @Nullable LogCall idle(Level level) {
		try {
			return (this.usual && formatsAtOnce(level)) ? LogCall.idleWithText() : null;
		}
		catch (OutOfMemoryError ex) {
			// What comes next counts the event.
			return null;
		}
	}

	@Override
	protected void logMessage(String fqcn, Level level, @Nullable Marker marker, @Nullable String message,
			@Nullable Throwable thrown) {
		LogCall call = take(level, message);
		if (call == null) {
			log(fqcn, level, marker, this.messages.newMessage(message), thrown);
			return;
		}
		log(call, fqcn, level, marker, thrown);
	}

	@Override
	protected void logMessage(String fqcn, Level level, @Nullable Marker marker, @Nullable String message) {
		LogCall call = take(level, message);
		if (call == null) {
			log(fqcn, level, marker, this.messages.newMessage(message));
			return;
		}
		log(call, fqcn, level, marker, null);
	}

	@Override
	protected void logMessage(String fqcn, Level level, @Nullable Marker marker, @Nullable String message,
			@Nullable Object... params) {
		LogCall call = (params != null) ? begin(level, message, params.length, CallText.lengthOf(params)) : null;
		if (call == null) {
			log(fqcn, level, marker, this.messages.newMessage(message, params));
			return;
		}
		for (Object parameter : params) {
			add(call, parameter);
		}
		log(call, fqcn, level, marker, null);
	}

	@Override
	protected void logMessage(String fqcn, Level level, @Nullable Marker marker, @Nullable String message,
			@Nullable Object p0) {
		LogCall call = begin(level, message, 1, CallText.lengthOf(p0));
		if (call == null) {
			log(fqcn, level, marker, this.messages.newMessage(message, p0));
			return;
		}
		add(call, p0);
		log(call, fqcn, level, marker, null);
	}

	@Override
	protected void logMessage(String fqcn, Level level, @Nullable Marker marker, @Nullable String message,
			@Nullable Object p0, @Nullable Object p1) {
		LogCall call = begin(level, message, 2, CallText.lengthOf(p0) + CallText.lengthOf(p1));
		if (call == null) {
			log(fqcn, level, marker, this.messages.newMessage(message, p0, p1));
			return;
		}
		add(call, p0);
		add(call, p1);
		log(call, fqcn, level, marker, null);
	}

	@Override
	protected void logMessage(String fqcn, Level level, @Nullable Marker marker, @Nullable String message,
			@Nullable Object p0, @Nullable Object p1, @Nullable Object p2) {
		LogCall call = begin(level, message, 3, CallText.lengthOf(p0) + CallText.lengthOf(p1) + CallText.lengthOf(p2));
		if (call == null) {
			log(fqcn, level, marker, this.messages.newMessage(message, p0, p1, p2));
			return;
		}
		add(call, p0);
		add(call, p1);
		add(call, p2);
		log(call, fqcn, level, marker, null);
	}

	@Override
	protected void logMessage(String fqcn, Level level, @Nullable Marker marker, @Nullable String message,
			@Nullable Object p0, @Nullable Object p1, @Nullable Object p2, @Nullable Object p3) {
		LogCall call = begin(level, message, 4,
				CallText.lengthOf(p0) + CallText.lengthOf(p1) + CallText.lengthOf(p2) + CallText.lengthOf(p3));
		if (call == null) {
			log(fqcn, level, marker, this.messages.newMessage(message, p0, p1, p2, p3));
			return;
		}
		add(call, p0);
		add(call, p1);
		add(call, p2);
		add(call, p3);
		log(call, fqcn, level, marker, null);
	}

	@Override
	protected void logMessage(String fqcn, Level level, @Nullable Marker marker, @Nullable String message,
			@Nullable Object p0, @Nullable Object p1, @Nullable Object p2, @Nullable Object p3, @Nullable Object p4) {
		LogCall call = begin(level, message, 5, CallText.lengthOf(p0) + CallText.lengthOf(p1) + CallText.lengthOf(p2)
				+ CallText.lengthOf(p3) + CallText.lengthOf(p4));
		if (call == null) {
			log(fqcn, level, marker, this.messages.newMessage(message, p0, p1, p2, p3, p4));
			return;
		}
		add(call, p0);
		add(call, p1);
		add(call, p2);
		add(call, p3);
		add(call, p4);
		log(call, fqcn, level, marker, null);
	}

	@Override
	protected void logMessage(String fqcn, Level level, @Nullable Marker marker, @Nullable String message,
			@Nullable Object p0, @Nullable Object p1, @Nullable Object p2, @Nullable Object p3, @Nullable Object p4,
			@Nullable Object p5) {
		LogCall call = begin(level, message, 6, CallText.lengthOf(p0) + CallText.lengthOf(p1) + CallText.lengthOf(p2)
				+ CallText.lengthOf(p3) + CallText.lengthOf(p4) + CallText.lengthOf(p5));
		if (call == null) {
			log(fqcn, level, marker, this.messages.newMessage(message, p0, p1, p2, p3, p4, p5));
			return;
		}
		add(call, p0);
		add(call, p1);
		add(call, p2);
		add(call, p3);
		add(call, p4);
		add(call, p5);
		log(call, fqcn, level, marker, null);
	}

	@Override
	protected void logMessage(String fqcn, Level level, @Nullable Marker marker, @Nullable String message,
			@Nullable Object p0, @Nullable Object p1, @Nullable Object p2, @Nullable Object p3, @Nullable Object p4,
			@Nullable Object p5, @Nullable Object p6) {
		LogCall call = begin(level, message, 7, CallText.lengthOf(p0) + CallText.lengthOf(p1) + CallText.lengthOf(p2)
				+ CallText.lengthOf(p3) + CallText.lengthOf(p4) + CallText.lengthOf(p5) + CallText.lengthOf(p6));
		if (call == null) {
			log(fqcn, level, marker, this.messages.newMessage(message, p0, p1, p2, p3, p4, p5, p6));
			return;
		}
		add(call, p0);
		add(call, p1);
		add(call, p2);
		add(call, p3);
		add(call, p4);
		add(call, p5);
		add(call, p6);
		log(call, fqcn, level, marker, null);
	}

	@Override
	protected void logMessage(String fqcn, Level level, @Nullable Marker marker, @Nullable String message,
			@Nullable Object p0, @Nullable Object p1, @Nullable Object p2, @Nullable Object p3, @Nullable Object p4,
			@Nullable Object p5, @Nullable Object p6, @Nullable Object p7) {
		LogCall call = begin(level, message, 8,
				CallText.lengthOf(p0) + CallText.lengthOf(p1) + CallText.lengthOf(p2) + CallText.lengthOf(p3)
						+ CallText.lengthOf(p4) + CallText.lengthOf(p5) + CallText.lengthOf(p6)
						+ CallText.lengthOf(p7));
		if (call == null) {
			log(fqcn, level, marker, this.messages.newMessage(message, p0, p1, p2, p3, p4, p5, p6, p7));
			return;
		}
		add(call, p0);
		add(call, p1);
		add(call, p2);
		add(call, p3);
		add(call, p4);
		add(call, p5);
		add(call, p6);
		add(call, p7);
		log(call, fqcn, level, marker, null);
	}

	@Override
	protected void logMessage(String fqcn, Level level, @Nullable Marker marker, @Nullable String message,
			@Nullable Object p0, @Nullable Object p1, @Nullable Object p2, @Nullable Object p3, @Nullable Object p4,
			@Nullable Object p5, @Nullable Object p6, @Nullable Object p7, @Nullable Object p8) {
		LogCall call = begin(level, message, 9,
				CallText.lengthOf(p0) + CallText.lengthOf(p1) + CallText.lengthOf(p2) + CallText.lengthOf(p3)
						+ CallText.lengthOf(p4) + CallText.lengthOf(p5) + CallText.lengthOf(p6) + CallText.lengthOf(p7)
						+ CallText.lengthOf(p8));
		if (call == null) {
			log(fqcn, level, marker, this.messages.newMessage(message, p0, p1, p2, p3, p4, p5, p6, p7, p8));
			return;
		}
		add(call, p0);
		add(call, p1);
		add(call, p2);
		add(call, p3);
		add(call, p4);
		add(call, p5);
		add(call, p6);
		add(call, p7);
		add(call, p8);
		log(call, fqcn, level, marker, null);
	}

	@Override
	protected void logMessage(String fqcn, Level level, @Nullable Marker marker, @Nullable String message,
			@Nullable Object p0, @Nullable Object p1, @Nullable Object p2, @Nullable Object p3, @Nullable Object p4,
			@Nullable Object p5, @Nullable Object p6, @Nullable Object p7, @Nullable Object p8, @Nullable Object p9) {
		LogCall call = begin(level, message, 10,
				CallText.lengthOf(p0) + CallText.lengthOf(p1) + CallText.lengthOf(p2) + CallText.lengthOf(p3)
						+ CallText.lengthOf(p4) + CallText.lengthOf(p5) + CallText.lengthOf(p6) + CallText.lengthOf(p7)
						+ CallText.lengthOf(p8) + CallText.lengthOf(p9));
		if (call == null) {
			log(fqcn, level, marker, this.messages.newMessage(message, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9));
			return;
		}
		add(call, p0);
		add(call, p1);
		add(call, p2);
		add(call, p3);
		add(call, p4);
		add(call, p5);
		add(call, p6);
		add(call, p7);
		add(call, p8);
		add(call, p9);
		log(call, fqcn, level, marker, null);
	}

}
