package io.github.ringlog.it.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

/**
 * Logs what {@code System.nanoTime()} says, and then nothing for a while, several times.
 * It may log another event that no appender wants.
 */
public final class LatencyApplication {

	private static final Logger logger = LoggerFactory.getLogger("latency");

	private LatencyApplication() {
	}

	public static void main(String[] args) {
		SpringApplication application = new SpringApplication(LatencyApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.run(args);
		int samples = Integer.getInteger("latency.samples");
		boolean unwanted = Boolean.getBoolean("latency.unwanted");
		for (int i = 0; i < samples; i++) {
			// Long enough for the writer to park deeply now and then.
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10 + i * 7L % 100));
			logger.warn("{}", System.nanoTime());
			if (unwanted) {
				logger.info("unwanted");
			}
		}
		// Not what flushes the last line: the test reads that first.
		awaitEndOfInput();
	}

	private static void awaitEndOfInput() {
		try {
			while (System.in.read() >= 0) {
				continue;
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
