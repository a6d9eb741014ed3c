package io.github.ringlog.appender;

import java.io.IOException;

import org.apache.logging.log4j.core.LogEvent;

/**
 * Takes the bytes of events. One thread at a time writes.
 */
interface Sink {

	/**
	 * Prepare for an event, before it is added to the batch: a file may be rolled over.
	 */
	default void prepare(LogEvent event) {
	}

	/**
	 * Write some bytes, all or as many as can be.
	 * @throws PartialWriteException if some were written, and it is known how many
	 * @throws IOException if none were written, or it is not known how many
	 */
	void write(byte[] bytes, int offset, int length) throws IOException;

	/**
	 * Return how many bytes to write at once if events are shorter than that.
	 */
	int unit();

}
