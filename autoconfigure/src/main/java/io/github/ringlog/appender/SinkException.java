package io.github.ringlog.appender;

import java.util.Arrays;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.appender.AppenderLoggingException;
import org.apache.logging.log4j.spi.StandardLevel;
import org.jspecify.annotations.Nullable;

/**
 * A sink did not take all bytes of a batch.
 */
final class SinkException extends AppenderLoggingException {

	private static final long serialVersionUID = 1L;

	private final byte[] levels;

	/**
	 * Create an exception.
	 * @param cause what the sink said
	 * @param levels the ordinals of the standard levels of the lost events
	 */
	SinkException(@Nullable Throwable cause, byte[] levels) {
		super(cause);
		this.levels = levels;
	}

	/**
	 * Return how many events are lost, those at the end of the batch.
	 */
	int lost() {
		return this.levels.length;
	}

	/**
	 * Return the standard level of a lost event.
	 */
	Level level(int index) {
		return Level.valueOf(StandardLevel.values()[this.levels[index]].name());
	}

	/**
	 * Return a copy that has one more lost event.
	 */
	SinkException with(byte level) {
		byte[] more = Arrays.copyOf(this.levels, this.levels.length + 1);
		more[this.levels.length] = level;
		return new SinkException(getCause(), more);
	}

}
