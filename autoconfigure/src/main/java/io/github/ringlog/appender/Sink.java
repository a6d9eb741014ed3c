package io.github.ringlog.appender;

import java.io.IOException;

/**
 * Takes the bytes of events. One thread at a time writes.
 */
interface Sink {

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
