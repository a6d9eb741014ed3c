package io.github.ringlog.lint;

import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.ring.RingSettings;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.async.AsyncLoggerContext;

/**
 * The cases in which the caller's location is captured.
 */
enum LocationCapture {

	/**
	 * Never: the ring, without {@code ringlog.location.capture}.
	 */
	NEVER,

	/**
	 * For loggers whose events reach a layout that prints it: the ring with
	 * {@code ringlog.location.capture}.
	 */
	ON_DEMAND,

	/**
	 * As {@link #ON_DEMAND}, when Ringlog is disabled.
	 */
	ON_DEMAND_SYNCHRONOUS,

	/**
	 * For each event of a logger with {@code includeLocation}, printed or not: Log4j's
	 * own asynchronous loggers.
	 */
	EAGER,

	/**
	 * Once a layout asks for it, for loggers with {@code includeLocation}: Log4j's
	 * synchronous loggers.
	 */
	LAZY;

	static LocationCapture of(LoggerContext context) {
		if (context instanceof RingLoggerContext ring) {
			RingSettings settings = ring.settings();
			if (settings == null || !settings.enabled()) {
				return ON_DEMAND_SYNCHRONOUS;
			}
			return settings.captureLocation() ? ON_DEMAND : NEVER;
		}
		return (context instanceof AsyncLoggerContext) ? EAGER : LAZY;
	}

	boolean isAsynchronous() {
		return isRing() || this == EAGER;
	}

	boolean isRinglog() {
		return isRing() || this == ON_DEMAND_SYNCHRONOUS;
	}

	boolean isRing() {
		return this == NEVER || this == ON_DEMAND;
	}

}
