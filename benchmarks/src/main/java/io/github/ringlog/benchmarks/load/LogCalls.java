package io.github.ringlog.benchmarks.load;

import java.math.BigDecimal;
import java.util.List;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

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
		String prefix = shape.replaceAll("\\d", "");
		return switch (prefix) {
			case "none" -> () -> logger.info("Order 4711-0815 was accepted for customer@example.org");
			case "strings" -> () -> logger.info("Order {} was accepted for {}", ORDER, CUSTOMER);
			case "types" -> types(logger);
			case "unicode" ->
				() -> logger.info("Bestellung {} für {} ist eingegangen: ご注文 ✓ Größe", ORDER, "müller@例え.jp");
			case "mdc" -> mdc(logger);
			case "exceptions" -> exceptions(logger);
			case "size" -> sized(logger, "x".repeat(Integer.parseInt(shape.substring(prefix.length()))));
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

	/**
	 * Return a call of a thread with three entries in the MDC.
	 */
	private static LogCall mdc(Logger logger) {
		return () -> {
			if (MDC.get("traceId") == null) {
				MDC.put("traceId", "463ac35c9f6413ad");
				MDC.put("spanId", "00f067aa0ba902b7");
				MDC.put("user", "4711");
			}
			logger.info("Order {} was accepted for {}", ORDER, CUSTOMER);
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

	private static LogCall sized(Logger logger, String text) {
		return () -> logger.info(text);
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
