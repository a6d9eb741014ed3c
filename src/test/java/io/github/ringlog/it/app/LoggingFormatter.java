package io.github.ringlog.it.app;

import org.apache.logging.log4j.core.LogEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.logging.structured.StructuredLogFormatter;

/**
 * A structured format of the user's own, whose helper class has a logger.
 */
public final class LoggingFormatter implements StructuredLogFormatter<LogEvent> {

	@Override
	public String format(LogEvent event) {
		return "level=" + event.getLevel() + " message=\"" + Masking.mask(event.getMessage().getFormattedMessage())
				+ "\"\n";
	}

	private static final class Masking {

		private static final Logger logger = LoggerFactory.getLogger(Masking.class);

		static String mask(String text) {
			logger.trace("Masking a text");
			return text.replaceAll("\\d{16}", "****");
		}

	}

}
