package io.github.ringlog.verify;

/**
 * Thrown when the input can't be checked in bounded memory.
 */
final class TooMuchException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	TooMuchException(String message) {
		super(message);
	}

}
