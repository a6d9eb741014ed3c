package io.github.ringlog.benchmarks.peers.load;

import java.math.BigDecimal;
import java.util.List;
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

	static LogCall of(Options options) {
		return options.text("api", "slf4j").equals("log4j") ? Log4jCalls.of(options) : slf4j(options);
	}

	private static LogCall slf4j(Options options) {
		Logger logger = LoggerFactory.getLogger(LOGGER);
		String shape = options.text("shape", "strings");
		String prefix = shape.replaceAll("\\d", "");
		return switch (prefix) {
			case "none" -> () -> logger.info("Order 4711-0815 was accepted for customer@example.org");
			case "strings" -> () -> logger.info("Order {} was accepted for {}", ORDER, CUSTOMER);
			case "eight" -> () -> logger.info("Order {} was accepted for {} {} {} {} {} {} {}", ORDER, CUSTOMER, "3",
					"4", "5", "6", "7", "8");
			case "types" -> types(logger);
			case "unicode" ->
				() -> logger.info("Bestellung {} für {} ist eingegangen: ご注文 ✓ Größe", ORDER, "müller@例え.jp");
			case "throwable" -> throwable(logger);
			case "size" -> sized(logger, "x".repeat(Integer.parseInt(shape.substring(prefix.length()))));
			case "loggers" -> loggers(Integer.parseInt(shape.substring(prefix.length())));
			case "traced" -> traced(logger, options.text("backend").equals("spring"));
			default -> throw new IllegalArgumentException(shape);
		};
	}

	/**
	 * Return a call whose arguments are numbers, a flag and an object with a
	 * {@code toString} of its own.
	 */
	private static LogCall types(Logger logger) {
		Integer items = 1_000;
		Long cents = 129_900L;
		BigDecimal weight = new BigDecimal("12.75");
		Object customer = List.of("customer", 4711);
		return () -> logger.info("Order of {} items, {} cents, {} kg, express {}, for {}", items, cents, weight, true,
				customer);
	}

	private static LogCall throwable(Logger logger) {
		IllegalStateException failure = failure(FRAMES);
		return () -> logger.info("Order was not accepted", failure);
	}

	private static LogCall sized(Logger logger, String text) {
		return () -> logger.info(text);
	}

	/**
	 * Return a call for which each thread has a logger, as far as there are so many. The
	 * names are as long as that of the one.
	 */
	private static LogCall loggers(int count) {
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
	 * Return a call in a request of its own, whose trace id is in the MDC: put there by
	 * Ringlog's filter in an application, and by hand elsewhere.
	 */
	private static LogCall traced(Logger logger, boolean filter) {
		LogCall call = () -> logger.info("Order {} was accepted for {}", ORDER, CUSTOMER);
		if (filter) {
			return new TracedRequest(call)::run;
		}
		return () -> {
			MDC.put("traceId", "4bf92f3577b34da6a3ce929d0e0e4736");
			call.log();
			MDC.remove("traceId");
		};
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
	 * The same through Log4j's own API, which only its contenders have.
	 */
	private static final class Log4jCalls {

		static LogCall of(Options options) {
			org.apache.logging.log4j.Logger logger = org.apache.logging.log4j.LogManager.getLogger(LOGGER);
			return () -> logger.info("Order {} was accepted for {}", ORDER, CUSTOMER);
		}

	}

}
