package io.github.ringlog.benchmarks.peers.load;

import java.util.stream.IntStream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * The log calls. One kind is made in a JVM, so that the compiler sees the same code for
 * each contender.
 */
final class LogCalls {

	static final String PARENT = "com.example.shop";

	static final String LOGGER = PARENT + ".Checkout";

	private static final String ORDER = "4711-0815";

	private static final String CUSTOMER = "customer@example.org";

	private static final int FRAMES = 30;

	private LogCalls() {
	}

	static LogCall of(Options options, Backend backend) {
		if (backend instanceof FloorBackend floor) {
			return floor;
		}
		return options.text("api", "slf4j").equals("log4j") ? Log4jCalls.of(options) : slf4j(options);
	}

	private static LogCall slf4j(Options options) {
		Logger logger = LoggerFactory.getLogger(LOGGER);
		int size = options.number("size", 0);
		if (size > 0) {
			String text = "x".repeat(size);
			return () -> logger.info(text);
		}
		if (options.flag("throwable")) {
			IllegalStateException failure = failure(FRAMES);
			return () -> logger.info("Order was not accepted", failure);
		}
		int loggers = options.number("loggers", 1);
		if (loggers > 1) {
			return slf4j(loggers);
		}
		return switch (options.number("parameters", 2)) {
			case 0 -> () -> logger.info("Order 4711-0815 was accepted for customer@example.org");
			case 2 -> () -> logger.info("Order {} was accepted for {}", ORDER, CUSTOMER);
			case 10 -> () -> logger.info("Order {} was accepted for {} {} {} {} {} {} {} {} {}", ORDER, CUSTOMER, "3",
					"4", "5", "6", "7", "8", "9", "10");
			default -> throw new IllegalArgumentException("parameters");
		};
	}

	/**
	 * Return a call for which each thread has a logger, as far as there are so many. The
	 * names are as long as that of the one.
	 */
	private static LogCall slf4j(int count) {
		String prefix = LOGGER.substring(0, LOGGER.length() - 2);
		Logger[] loggers = IntStream.range(0, count)
			.mapToObj((i) -> LoggerFactory.getLogger(prefix + "%02d".formatted(i)))
			.toArray(Logger[]::new);
		return () -> {
			Logger logger = loggers[(int) (Thread.currentThread().getId() % count)];
			logger.info("Order {} was accepted for {}", ORDER, CUSTOMER);
		};
	}

	/**
	 * Return a call whose line has a time in it.
	 */
	static TimedCall timed() {
		Logger logger = LoggerFactory.getLogger(LOGGER);
		return (nanos) -> logger.info("Order {} was accepted for {}", nanos, CUSTOMER);
	}

	static void fillMdc(int entries) {
		for (int i = 0; i < entries; i++) {
			MDC.put("key" + i, "463ac35c9f6413ad");
		}
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

	/**
	 * A log call with a time.
	 */
	interface TimedCall {

		void log(long nanos);

	}

	/**
	 * The same through Log4j's own API, which only its contenders have.
	 */
	private static final class Log4jCalls {

		static LogCall of(Options options) {
			if (options.number("parameters", 2) != 2) {
				throw new IllegalArgumentException("parameters");
			}
			org.apache.logging.log4j.Logger logger = org.apache.logging.log4j.LogManager.getLogger(LOGGER);
			return () -> logger.info("Order {} was accepted for {}", ORDER, CUSTOMER);
		}

	}

}
