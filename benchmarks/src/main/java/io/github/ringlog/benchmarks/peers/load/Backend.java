package io.github.ringlog.benchmarks.peers.load;

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
	static Backend start(Options options) throws Exception {
		String name = options.text("backend");
		return switch (name) {
			case "log4j" -> new Log4jBackend();
			case "logback" -> new LogbackBackend();
			case "spring" -> SpringBackend.start(options);
			default -> throw new IllegalArgumentException(name);
		};
	}

}
