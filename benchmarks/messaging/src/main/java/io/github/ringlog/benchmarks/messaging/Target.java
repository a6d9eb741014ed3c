package io.github.ringlog.benchmarks.messaging;

/**
 * A server that is loaded.
 */
interface Target {

	/**
	 * Send something without waiting for its answer.
	 * @param answer told whether it has succeeded
	 */
	void send(Answer answer);

	/**
	 * End all connections.
	 * @throws Exception if that fails
	 */
	default void close() throws Exception {
	}

	/**
	 * Handles an answer.
	 */
	interface Answer {

		void received(boolean success);

	}

}
