package io.github.ringlog.environment;

/**
 * A format in which the trace id of a request is sent with outgoing requests. Only
 * {@link #W3C} and {@link #B3} can be combined.
 */
public enum TracePropagation {

	/**
	 * The format in which the trace was received. A new id starts no trace.
	 */
	AS_RECEIVED,

	/**
	 * The header {@code traceparent} of W3C, with a new parent id.
	 */
	W3C,

	/**
	 * The single header {@code b3}.
	 */
	B3,

	/**
	 * Nothing is sent.
	 */
	NONE

}
