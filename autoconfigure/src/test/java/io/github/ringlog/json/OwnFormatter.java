package io.github.ringlog.json;

import org.apache.logging.log4j.core.LogEvent;

import org.springframework.boot.logging.structured.StructuredLogFormatter;

/**
 * A formatter of the user's own.
 */
public final class OwnFormatter implements StructuredLogFormatter<LogEvent> {

	@Override
	public String format(LogEvent event) {
		return "own " + event.getMessage().getFormattedMessage();
	}

}
