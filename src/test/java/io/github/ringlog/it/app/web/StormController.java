package io.github.ringlog.it.app.web;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Logs an error with a deep stack and a line of information for each request, and counts
 * what it has tried to log.
 */
@RestController
final class StormController {

	private static final Logger logger = LoggerFactory.getLogger("storm");

	private static final int FRAMES = 200;

	private static final int MEGABYTE = 1024 * 1024;

	private final AtomicLong attempted = new AtomicLong();

	/**
	 * Log both events.
	 * @param large whether the message of the error has a megabyte
	 */
	@GetMapping("/storm")
	void storm(@RequestParam("id") int id, @RequestParam("large") boolean large) {
		this.attempted.incrementAndGet();
		// Made for each event, as an application does.
		logger.error("storm-ERROR-" + id + " " + (large ? "x".repeat(MEGABYTE) : ""), failure(FRAMES));
		logger.info("storm-INFO-" + id + " ");
	}

	private static IllegalStateException failure(int frames) {
		return (frames > 0) ? failure(frames - 1) : new IllegalStateException("The backend does not answer");
	}

	/**
	 * Return how many events of each of the two levels were logged.
	 */
	@GetMapping("/storm/attempted")
	String attempted() {
		return this.attempted.toString();
	}

	/**
	 * Return how many bytes of the heap are in use once the garbage is collected.
	 */
	@GetMapping("/storm/heap")
	String heap() {
		System.gc();
		return String.valueOf(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
	}

}
