package io.github.ringlog.it.app.trace;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lines that say which id they should have.
 */
public final class Lines {

	private static final Logger logger = LoggerFactory.getLogger("lines");

	private Lines() {
	}

	public static void log(String id, String kind, int line) {
		logger.info("{} {} {}", id, kind, line);
	}

	public static void log(String id, String kind, int first, int last) {
		for (int i = first; i <= last; i++) {
			log(id, kind, i);
		}
	}

}
