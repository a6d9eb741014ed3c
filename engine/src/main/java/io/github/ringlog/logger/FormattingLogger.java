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
 * A logger that formats texts and parameters directly as bytes, without Log4j's messages,
 * if an event needs only its text. All this happens before the event is attempted. Other
 * calls are left to Log4j, and so is a call with more than three parameters, unless they
 * come as an array, as from SLF4J. Any thread may call.
 */
abstract class FormattingLogger extends Logger {

	private static final long serialVersionUID = 1L;

	// Whether Log4j's own factory creates the messages, not one that the user chose.
	private final boolean usual;

	private final transient MessageFactory2 messages;

	FormattingLogger(LoggerContext context, String name, MessageFactory messageFactory) {
		super(context, name, messageFactory);
		this.messages = getMessageFactory();
		this.usual = this.messages.getClass() == ReusableMessageFactory.class;
	}

	/**
	 * Return whether an event needs only its text, and is not dropped before it is
	 * formatted. Waits until the event may be formatted.
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
	 * Log a Log4j message as the superclass does. Does not call the superclass: if one of
	 * its methods called a method of this class, that method would be taken for the
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
			// No stack or no memory is left. The code that follows counts the event.
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
	 * Format up to three parameters, and log.
	 * @param count the number of parameters
	 * @return whether the event is logged; if not, Log4j formats it
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
