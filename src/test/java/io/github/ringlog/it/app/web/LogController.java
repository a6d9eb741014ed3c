package io.github.ringlog.it.app.web;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.ringlog.it.app.Report;
import io.github.ringlog.logger.RingLoggerContext;
import org.apache.commons.logging.LogFactory;
import org.apache.logging.log4j.LogManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Logs what it is asked to.
 */
@RestController
final class LogController {

	private final List<Thread> callers = new CopyOnWriteArrayList<>();

	/**
	 * Log with one of the early loggers.
	 * @return how many events went through the ring meanwhile
	 */
	@GetMapping("/early")
	String early(@RequestParam("api") String api, @RequestParam("count") int count) {
		RingLoggerContext context = Report.context();
		long before = (context != null) ? context.statistics().published() : 0;
		for (int i = 0; i < count; i++) {
			WebApplication.EARLY_LOGGERS.log(api, api + " " + i);
		}
		return String.valueOf((context != null) ? context.statistics().published() - before : -1);
	}

	/**
	 * Log as fast as one thread can.
	 */
	@GetMapping("/flood")
	void flood(@RequestParam("count") int count) {
		Logger logger = LoggerFactory.getLogger("flood");
		for (int i = 0; i < count; i++) {
			logger.info("event {}", i);
		}
	}

	/**
	 * Start threads that log, and do not wait for them.
	 */
	@GetMapping("/callers")
	void callers(@RequestParam("count") int count, @RequestParam("events") int events) {
		Logger logger = LoggerFactory.getLogger("callers");
		for (int i = 0; i < count; i++) {
			Thread caller = new Thread(() -> {
				for (int event = 0; event < events; event++) {
					logger.info("event {}", event);
				}
			});
			this.callers.add(caller);
			caller.start();
		}
	}

	/**
	 * Return how many of them are alive.
	 */
	@GetMapping("/callers/left")
	String left() {
		return String.valueOf(this.callers.stream().filter(Thread::isAlive).count());
	}

	/**
	 * Return how many of them wait for a slot of the ring.
	 */
	@GetMapping("/callers/waiting")
	String waiting() {
		return String.valueOf(this.callers.stream().filter(LogController::isWaiting).count());
	}

	private static boolean isWaiting(Thread caller) {
		// Before the text is there, or after.
		return Arrays.stream(caller.getStackTrace())
			.anyMatch(
					(frame) -> frame.getMethodName().equals("awaitRoom") || frame.getMethodName().equals("awaitSlot"));
	}

	/**
	 * Log one event of each level.
	 */
	@GetMapping("/levels")
	void levels(@RequestParam("logger") String name, @RequestParam("message") String message) {
		Logger logger = LoggerFactory.getLogger(name);
		logger.error("{} ERROR", message);
		logger.warn("{} WARN", message);
		logger.info("{} INFO", message);
		logger.debug("{} DEBUG", message);
		logger.trace("{} TRACE", message);
	}

	/**
	 * Log one event of each level with java.util.logging.
	 */
	@GetMapping("/levels/jul")
	void levelsOfJavaUtilLogging(@RequestParam("logger") String name, @RequestParam("message") String message) {
		java.util.logging.Logger logger = java.util.logging.Logger.getLogger(name);
		logger.severe(message + " ERROR");
		logger.warning(message + " WARN");
		logger.info(message + " INFO");
		logger.fine(message + " DEBUG");
		logger.finer(message + " TRACE");
	}

	/**
	 * Log one event with an API.
	 * @return the line of the call
	 */
	@GetMapping("/locate")
	String locate(@RequestParam("logger") String name, @RequestParam("api") String api) {
		int line = 0;
		switch (api) {
			case "log4j" -> {
				line = line() + 1;
				LogManager.getLogger(name).info("here");
			}
			case "log4j-builder" -> {
				line = line() + 1;
				LogManager.getLogger(name).atInfo().log("here");
			}
			case "slf4j" -> {
				line = line() + 1;
				LoggerFactory.getLogger(name).info("here");
			}
			case "slf4j-builder" -> {
				line = line() + 1;
				LoggerFactory.getLogger(name).atInfo().log("here");
			}
			case "jul" -> {
				line = line() + 1;
				java.util.logging.Logger.getLogger(name).info("here");
			}
			case "jcl" -> {
				line = line() + 1;
				LogFactory.getLog(name).info("here");
			}
			default -> throw new IllegalArgumentException(api);
		}
		return String.valueOf(line);
	}

	/**
	 * Return the line of the caller.
	 */
	private static int line() {
		return new Throwable().getStackTrace()[1].getLineNumber();
	}

	@GetMapping("/capacity")
	String capacity() {
		return String.valueOf(Report.context().statistics().capacity().orElse(0));
	}

}
