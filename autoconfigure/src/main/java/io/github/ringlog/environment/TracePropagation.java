package io.github.ringlog.environment;

/**
 * A format in which the trace id of a request is sent with outgoing requests.
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
	 * The headers as they came in. Excludes the other formats.
	 */
	PASSTHROUGH

}
