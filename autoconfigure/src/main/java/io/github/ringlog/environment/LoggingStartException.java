package io.github.ringlog.environment;

/**
 * Thrown to stop the start of an application that would log nothing, or not as its
 * settings say. The message describes the problem.
 */
public class LoggingStartException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String action;

	/**
	 * Create an exception.
	 * @param message what is wrong
	 * @param action what to do, with the snippet to paste
	 */
	public LoggingStartException(String message, String action) {
		super(message);
		this.action = action;
	}

	/**
	 * Return what to do.
	 * @return the action, which may have a snippet to paste
	 */
	public String getAction() {
		return this.action;
	}

}
