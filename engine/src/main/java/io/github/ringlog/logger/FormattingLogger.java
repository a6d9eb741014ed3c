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
 * before the event is attempted. What it does not take is for Log4j, and so is a call
 * with more than three parameters, unless they come as an array, as from SLF4J. Any
 * thread may call.
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
	 * any work is put into it. Waits until the event may be formatted.
	 */
	abstract boolean formatsAtOnce(LogCall call, Level level);

	/**
	 * Log an event whose text is in its carrier.
	 */
	abstract void logFormatted(LogCall call, String fqcn, Level level, @Nullable Marker marker,
			@Nullable Throwable thrown);

	private void logUnformatted(String fqcn, Level level, @Nullable Marker marker, Message message) {
		logUnformatted(fqcn, level, marker, message, message.getThrowable());
	}

	/**
	 * Log a message of Log4j's as the super class does. Not by a method of the super
	 * class: a method of this class that is called by one of those would be taken for the
	 * caller.
	 */
	private void logUnformatted(String fqcn, Level level, @Nullable Marker marker, Message message,
			@Nullable Throwable thrown) {
		try {
			log(level, marker, fqcn, null, message, thrown);
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

	private Message message(@Nullable String text) {
		Message nothing = (text == null && this.usual) ? PlainLog4j.nothing() : null;
		return (nothing != null) ? nothing : this.messages.newMessage(text);
	}

	private @Nullable LogCall begin(Level level, @Nullable String pattern, int parameters) {
		LogCall call = idle(level);
		return (call != null && call.draft.text().begin(pattern, parameters)) ? call : null;
	}

	private @Nullable LogCall take(Level level, @Nullable String text) {
		if (text == null) {
			return null;
		}
		LogCall call = idle(level);
		return (call != null && call.draft.text().take(text)) ? call : null;
	}

	private @Nullable LogCall idle(Level level) {
		try {
			if (!this.usual) {
				return null;
			}
			LogCall call = LogCall.idle();
			if (!formatsAtOnce(call, level)) {
				return null;
			}
			call.draft.text();
			return call;
		}
		catch (Throwable ex) {
			// No stack or no memory is left. What comes next counts the event.
			return null;
		}
	}

	@Override
	protected void logMessage(String fqcn, Level level, @Nullable Marker marker, @Nullable String message,
			@Nullable Throwable thrown) {
		LogCall call = take(level, message);
		if (call == null) {
			logUnformatted(fqcn, level, marker, message(message), thrown);
			return;
		}
		logFormatted(call, fqcn, level, marker, thrown);
	}

	@Override
	protected void logMessage(String fqcn, Level level, @Nullable Marker marker, @Nullable String message) {
		LogCall call = take(level, message);
		if (call == null) {
			logUnformatted(fqcn, level, marker, message(message));
			return;
		}
		logFormatted(call, fqcn, level, marker, null);
	}

	@Override
	protected void logMessage(String fqcn, Level level, @Nullable Marker marker, @Nullable String message,
			@Nullable Object... params) {
		LogCall call = (params != null) ? begin(level, message, params.length) : null;
		if (call == null) {
			logUnformatted(fqcn, level, marker, this.messages.newMessage(message, params));
			return;
		}
		for (Object parameter : params) {
			call.add(parameter);
		}
		logFormatted(call, fqcn, level, marker, null);
	}

	@Override
	protected void logMessage(String fqcn, Level level, @Nullable Marker marker, @Nullable String message,
			@Nullable Object p0) {
		if (!tryLog(fqcn, level, marker, message, 1, p0, null, null)) {
			logUnformatted(fqcn, level, marker, this.messages.newMessage(message, p0));
		}
	}

	@Override
	protected void logMessage(String fqcn, Level level, @Nullable Marker marker, @Nullable String message,
			@Nullable Object p0, @Nullable Object p1) {
		if (!tryLog(fqcn, level, marker, message, 2, p0, p1, null)) {
			logUnformatted(fqcn, level, marker, this.messages.newMessage(message, p0, p1));
		}
	}

	@Override
	protected void logMessage(String fqcn, Level level, @Nullable Marker marker, @Nullable String message,
			@Nullable Object p0, @Nullable Object p1, @Nullable Object p2) {
		if (!tryLog(fqcn, level, marker, message, 3, p0, p1, p2)) {
			logUnformatted(fqcn, level, marker, this.messages.newMessage(message, p0, p1, p2));
		}
	}

	/**
	 * Format the first parameters, and log.
	 * @param count how many there are
	 * @return whether the event is logged; if not, it is for Log4j
	 */
	private boolean tryLog(String fqcn, Level level, @Nullable Marker marker, @Nullable String pattern, int count,
			@Nullable Object p0, @Nullable Object p1, @Nullable Object p2) {
		LogCall call = begin(level, pattern, count);
		if (call == null) {
			return false;
		}
		call.add(p0);
		if (count > 1) {
			call.add(p1);
		}
		if (count > 2) {
			call.add(p2);
		}
		logFormatted(call, fqcn, level, marker, null);
		return true;
	}

}
