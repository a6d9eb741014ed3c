package io.github.ringlog.appender;

import java.io.IOException;

/**
 * A sink failed after it had taken some of the bytes.
 */
final class PartialWriteException extends IOException {

	private static final long serialVersionUID = 1L;

	private final int written;

	PartialWriteException(IOException cause, int written) {
		super(cause);
		this.written = written;
	}

	int written() {
		return this.written;
	}

}
