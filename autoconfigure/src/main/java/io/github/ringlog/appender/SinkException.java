package io.github.ringlog.appender;

import org.apache.logging.log4j.core.appender.AppenderLoggingException;
import org.jspecify.annotations.Nullable;

/**
 * A sink did not take all bytes of a batch.
 */
final class SinkException extends AppenderLoggingException {

	private static final long serialVersionUID = 1L;

	private final int lost;

	SinkException(@Nullable Throwable cause, int lost) {
		super(cause);
		this.lost = lost;
	}

	/**
	 * Return how many events are lost, those at the end of the batch.
	 */
	int lost() {
		return this.lost;
	}

}
