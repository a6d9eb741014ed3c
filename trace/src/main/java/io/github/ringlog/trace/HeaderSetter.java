package io.github.ringlog.trace;

/**
 * Sets the headers of an outgoing request or message.
 *
 * @param <C> the kind of request or message
 */
@FunctionalInterface
public interface HeaderSetter<C> {

	/**
	 * Return whether a header is set already; such a header is not replaced.
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
