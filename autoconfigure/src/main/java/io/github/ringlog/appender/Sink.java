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
	 * Note that events are written.
	 * @param levels the ordinals of their standard levels
	 * @param from the index of the first one
	 * @param to the index behind the last one
	 */
	default void took(byte[] levels, int from, int to) {
	}

	/**
	 * Note that the batch is closed, which may be the end of the sink, too.
	 */
	default void settle() {
	}

	/**
	 * Return how many bytes to write at once if events are shorter than that.
	 */
	int unit();

}
