package io.github.ringlog.benchmarks;

/**
 * The target of the events.
 */
public enum Output {

	/**
	 * A file, with a pattern of date, level, thread, logger, trace id and message;
	 * flushed at the end of a batch.
	 */
	FILE("benchmark-file.xml"),

	/**
	 * Nowhere, without a layout: the writer always keeps up.
	 */
	NULL("benchmark-null.xml");

	private final String configuration;

	Output(String configuration) {
		this.configuration = configuration;
	}

	String configuration() {
		return this.configuration;
	}

}
