package io.github.ringlog.benchmarks.messaging;

import java.util.function.Consumer;

/**
 * A server that is loaded.
 */
interface Target {

	/**
	 * Send something without waiting for its answer.
	 * @param answer told whether it has succeeded
	 */
	void send(Consumer<Boolean> answer);

	/**
	 * End all connections.
	 * @throws Exception if that fails
	 */
	default void close() throws Exception {
	}

}
