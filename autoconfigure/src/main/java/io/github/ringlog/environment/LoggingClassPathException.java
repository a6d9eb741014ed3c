package io.github.ringlog.environment;

import io.github.ringlog.bootstrap.LoggingClassPath;

/**
 * Thrown when the class path keeps Ringlog from working.
 */
class LoggingClassPathException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final LoggingClassPath.Problem problem;

	LoggingClassPathException(LoggingClassPath.Problem problem) {
		super("Ringlog can't work on this class path: " + problem);
		this.problem = problem;
	}

	LoggingClassPath.Problem getProblem() {
		return this.problem;
	}

}
