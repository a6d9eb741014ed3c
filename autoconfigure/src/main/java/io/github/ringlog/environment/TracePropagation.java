package io.github.ringlog.environment;

/**
 * Format in which the trace id of a request goes out with the requests that the
 * application makes.
 */
public enum TracePropagation {

	/**
	 * The header {@code traceparent} of W3C, with a new parent id.
	 */
	W3C,

	/**
	 * The single header {@code b3}.
	 */
	B3,

	/**
	 * The headers that came, untouched. Excludes the others.
	 */
	PASSTHROUGH

}
