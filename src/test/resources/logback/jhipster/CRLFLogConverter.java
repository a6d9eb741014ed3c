package com.example.shop.config;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.pattern.CompositeConverter;

/**
 * As JHipster has it, without colors and safe loggers.
 */
public class CRLFLogConverter extends CompositeConverter<ILoggingEvent> {

	@Override
	protected String transform(ILoggingEvent event, String in) {
		return in.replaceAll("[\n\r\t]", "_");
	}

}
