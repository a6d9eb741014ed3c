package io.github.ringlog.it.app;

import org.apache.logging.log4j.core.LogEvent;

/**
 * Throws where a message says so: {@code fail <place> exception} or
 * {@code fail <place> error}.
 */
final class Failure {

	private Failure() {
	}

	static void in(String place, LogEvent event) {
		String message = event.getMessage().getFormattedMessage();
		if (message.equals("fail " + place + " exception")) {
			throw new IllegalStateException("thrown in the " + place);
		}
		if (message.equals("fail " + place + " error")) {
			throw new NoClassDefFoundError("thrown in the " + place);
		}
	}

}
