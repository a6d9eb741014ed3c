package io.github.ringlog.benchmarks.load;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log calls, the same for each contender.
 */
final class LogCalls {

	static final String PARENT = "com.example.shop";

	static final String LOGGER = PARENT + ".Checkout";

	private static final String ORDER = "4711-0815";

	private static final String CUSTOMER = "customer@example.org";

	private static final int FRAMES = 30;

	private static final int EVENTS_PER_EXCEPTION = 100;

	private LogCalls() {
	}

	static LogCall of(String shape) {
		Logger logger = LoggerFactory.getLogger(LOGGER);
		return switch (shape) {
			case "strings" -> () -> logger.info("Order {} was accepted for {}", ORDER, CUSTOMER);
			case "exceptions" -> exceptions(logger);
			default -> throw new IllegalArgumentException(shape);
		};
	}

	/**
	 * Return a call that has an exception one time of a hundred, for each thread.
	 */
	private static LogCall exceptions(Logger logger) {
		IllegalStateException failure = failure(FRAMES);
		ThreadLocal<int[]> calls = ThreadLocal.withInitial(() -> new int[1]);
		return () -> {
			if (++calls.get()[0] % EVENTS_PER_EXCEPTION == 0) {
				logger.info("Order was not accepted", failure);
			}
			else {
				logger.info("Order {} was accepted for {}", ORDER, CUSTOMER);
			}
		};
	}

	private static IllegalStateException failure(int frames) {
		return (frames > 0) ? failure(frames - 1)
				: new IllegalStateException("The order is closed", new IllegalArgumentException("4711-0815"));
	}

	/**
	 * A log call.
	 */
	interface LogCall {

		void log();

	}

}
