package io.github.ringlog.it.app;

import java.util.List;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

/**
 * Logs events that something fails on, and an event after each; at last more events than
 * the ring has slots, whose messages log in turn.
 */
public final class FailingApplication {

	private static final Logger logger = LogManager.getLogger("failing");

	private static final int NESTED = 500;

	private FailingApplication() {
	}

	public static void main(String[] args) {
		SpringApplication application = new SpringApplication(FailingApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.run(args);
		for (String place : List.of("appender", "layout", "filter")) {
			logger.info("fail {} exception", place);
			logger.info("after the exception in the {}", place);
			logger.info("fail {} error", place);
			logger.info("after the error in the {}", place);
		}
		logger.info(failing(new IllegalStateException("thrown in toString")));
		logger.info("after the exception in toString");
		logger.info(failing(new StackOverflowError("thrown in toString")));
		logger.info("after the error in toString");
		for (int i = 0; i < NESTED; i++) {
			logger.info("outer {} {}", i, logging(i));
		}
		Report.print("nested", NESTED);
		Report.stopAndPrint();
	}

	private static Object failing(Throwable thrown) {
		return new Object() {

			@Override
			public String toString() {
				return sneakyThrow(thrown);
			}

		};
	}

	@SuppressWarnings("unchecked")
	private static <E extends Throwable> String sneakyThrow(Throwable thrown) throws E {
		throw (E) thrown;
	}

	private static Object logging(int number) {
		return new Object() {

			@Override
			public String toString() {
				logger.info("inner {}", number);
				return "with inner " + number;
			}

		};
	}

}
