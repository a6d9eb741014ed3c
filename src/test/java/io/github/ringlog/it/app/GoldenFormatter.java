package io.github.ringlog.it.app;

import org.apache.logging.log4j.core.LogEvent;

import org.springframework.boot.logging.structured.StructuredLogFormatter;

/**
 * A structured format of the user's own.
 */
public final class GoldenFormatter implements StructuredLogFormatter<LogEvent> {

	@Override
	public String format(LogEvent event) {
		return "level=" + event.getLevel() + " message=\"" + event.getMessage().getFormattedMessage() + "\"\n";
	}

}
