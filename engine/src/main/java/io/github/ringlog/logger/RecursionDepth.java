package io.github.ringlog.logger;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ReusableMessageFactory;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.spi.ExtendedLoggerWrapper;
import org.jspecify.annotations.Nullable;

/**
 * Tells Log4j that a log call was made during another one. Then its layouts do not use
 * the builder that holds the outer event, and its AsyncAppender does not wait for a
 * thread that may wait for the caller. Log4j counts nested calls itself, except for those
 * through methods that {@link FormattingLogger} overrides. Used by one thread.
 */
final class RecursionDepth extends ExtendedLoggerWrapper {

	private static final long serialVersionUID = 1L;

	private static final Message NO_MESSAGE = new SimpleMessage("");

	private final transient Runnable write;

	@SuppressWarnings("NullAway") // It wraps no logger: it is asked for nothing.
	private RecursionDepth(Runnable write) {
		super(null, "", ReusableMessageFactory.INSTANCE);
		this.write = write;
	}

	/**
	 * Write the event of a nested call.
	 */
	static void ofNestedCall(Runnable write) {
		if (getRecursionDepth() > 1) {
			write.run();
		}
		else {
			new RecursionDepth(write).logMessage(Level.OFF, null, "", null, NO_MESSAGE, null);
		}
	}

	/**
	 * Write the event, once the superclass has counted the call.
	 */
	@Override
	protected void log(Level level, @Nullable Marker marker, String fqcn, @Nullable StackTraceElement location,
			Message message, @Nullable Throwable throwable) {
		ofNestedCall(this.write);
	}

}
