package io.github.ringlog.carrier.app;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs lines that tell which id they should have.
 */
public final class Lines {

	private static final Logger logger = LoggerFactory.getLogger("lines");

	private Lines() {
	}

	public static void sent(String carrier, String id) {
		logger.info("{} sent {}", carrier, id);
	}

	public static void received(String carrier, String id) {
		logger.info("{} received {}", carrier, id);
	}

	public static void log(String event, Object detail) {
		logger.info("{} {}", event, detail);
	}

}
