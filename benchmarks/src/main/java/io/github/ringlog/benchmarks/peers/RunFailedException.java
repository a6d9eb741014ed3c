package io.github.ringlog.benchmarks.peers;

/**
 * Thrown when a run has no result. The others go on.
 */
final class RunFailedException extends Exception {

	private static final long serialVersionUID = 1L;

	RunFailedException(String message) {
		super(message);
	}

}
