package io.github.ringlog.environment;

import java.util.List;

/**
 * Thrown when {@code ringlog.isolation} names an appender that the Log4j configuration
 * does not have.
 */
class UnknownAppenderException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final transient List<String> names;

	private final transient List<String> known;

	UnknownAppenderException(List<String> names, List<String> known) {
		super("There is no appender named " + String.join(", ", names));
		this.names = names;
		this.known = known;
	}

	/**
	 * Return the names that no appender has.
	 */
	List<String> getNames() {
		return this.names;
	}

	/**
	 * Return the names of the appenders that there are.
	 */
	List<String> getKnown() {
		return this.known;
	}

}
