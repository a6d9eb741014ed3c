package io.github.ringlog.trace;

/**
 * The source of an id.
 */
enum TraceIdSource {

	/**
	 * A request has brought it.
	 */
	INCOMING("incoming"),

	/**
	 * Made for a request.
	 */
	GENERATED("generated"),

	/**
	 * A request has brought it, and it was not valid.
	 */
	REJECTED("rejected");

	private final String tag;

	TraceIdSource(String tag) {
		this.tag = tag;
	}

	/**
	 * Return the name of this in a meter.
	 */
	String tag() {
		return this.tag;
	}

}
