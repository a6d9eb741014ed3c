package io.github.ringlog.environment;

/**
 * Thrown when Log4j can't read the configuration that the application would use.
 */
class UnreadableConfigurationException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String action;

	UnreadableConfigurationException(String message, String action) {
		super(message);
		this.action = action;
	}

	/**
	 * Return what to do.
	 */
	String getAction() {
		return this.action;
	}

}
