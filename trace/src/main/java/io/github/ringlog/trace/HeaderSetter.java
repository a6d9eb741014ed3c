package io.github.ringlog.trace;

/**
 * Sets headers of what is sent.
 *
 * @param <C> the kind of request or message
 */
@FunctionalInterface
public interface HeaderSetter<C> {

	/**
	 * Return whether a header is there, which then stays as it is.
	 * @param carrier the request
	 * @param name the name of the header
	 * @return whether the application has set it
	 */
	default boolean isSet(C carrier, String name) {
		return false;
	}

	/**
	 * Set a header.
	 * @param carrier the request
	 * @param name the name of the header
	 * @param value its value
	 */
	void set(C carrier, String name, String value);

}
