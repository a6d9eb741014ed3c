package io.github.ringlog.logger;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.Configuration;

/**
 * Goes wrong before, in or around the appender of a {@link Flood}.
 */
abstract class Fault {

	static final String LOGGER = "test";

	RingSettings settings(RingSettings settings) {
		return settings;
	}

	Configuration configuration(Flood flood) {
		return flood.configuration();
	}

	/**
	 * Act before the callers log. By default the appender is held up until the ring is
	 * full: whether callers are faster than an appender depends on the machine.
	 */
	void prepare(Flood flood) {
		flood.appender.close();
	}

	/**
	 * Act in an appender.
	 */
	void append(LogEvent event) {
	}

	/**
	 * Log as one of several threads.
	 */
	void call(Flood flood, int thread) {
		flood.log(LOGGER, Flood.EVENTS);
	}

	/**
	 * Act while the callers log.
	 */
	void meanwhile(Flood flood) {
		flood.awaitFull(flood.statistics);
		flood.appender.release();
	}

	void end(Flood flood) throws InterruptedException {
		flood.awaitCallers();
		flood.stop();
	}

	/**
	 * Return whether each event that is not dropped comes to an appender of the flood,
	 * once, and is counted there.
	 */
	boolean isCountedByTheAppender() {
		return true;
	}

	/**
	 * Assert what is special.
	 */
	void assertShown(Flood flood) {
	}

	static RingSettings withDrainTimeout(RingSettings settings, Duration timeout) {
		return TestSettings.withIsolation(TestSettings.of(true, settings.bufferSize(), settings.waitStrategy(),
				settings.overflow(), Map.of(), List.of(), timeout, false), settings.isolation());
	}

}
