package io.github.ringlog.benchmarks.load;

/**
 * A logging implementation that runs.
 */
interface Backend {

	/**
	 * Write out what appenders hold in buffers. Events that still wait in a queue are not
	 * awaited.
	 */
	default void flush() {
	}

	/**
	 * Stop, so that all is written.
	 */
	default void stop() {
	}

	/**
	 * Start the implementation of that name. Only its class is loaded: the libraries of
	 * the others are not there.
	 */
	static Backend start(String name) throws Exception {
		return switch (name) {
			case "log4j" -> new Log4jBackend();
			case "logback" -> new LogbackBackend();
			case "boot-log4j", "boot-logback" -> SpringBackend.start(name);
			default -> throw new IllegalArgumentException(name);
		};
	}

}
