package io.github.ringlog.lint;

import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.core.LoggerContext;

/**
 * The cases in which the caller's location is captured.
 */
enum LocationCapture {

	/**
	 * Never: the ring, without {@code ringlog.location.capture}.
	 */
	NEVER,

	/**
	 * For loggers whose events reach a layout that prints the location: the ring with
	 * {@code ringlog.location.capture}.
	 */
	ON_DEMAND,

	/**
	 * Like {@link #ON_DEMAND}, but Ringlog is disabled.
	 */
	ON_DEMAND_SYNCHRONOUS,

	/**
	 * Log4j's own loggers decide. The rules on locations and queues ignore them.
	 */
	OF_LOG4J;

	static LocationCapture of(LoggerContext context) {
		if (!(context instanceof RingLoggerContext ring)) {
			return OF_LOG4J;
		}
		RingSettings settings = ring.settings();
		if (settings == null || !settings.enabled()) {
			return ON_DEMAND_SYNCHRONOUS;
		}
		return settings.captureLocation() ? ON_DEMAND : NEVER;
	}

	boolean isRing() {
		return this == NEVER || this == ON_DEMAND;
	}

}
