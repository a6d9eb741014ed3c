package io.github.ringlog.verify;

/**
 * Thrown when the input can't be read, or not in bounded memory. The message is a line
 * for the user.
 */
final class UnreadableException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	UnreadableException(String message) {
		super(message);
	}

}
