package io.github.ringlog.logger;

import java.net.URI;

import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.async.AsyncLoggerContextSelector;
import org.jspecify.annotations.Nullable;

/**
 * Makes all loggers asynchronous. Log4j creates it, by the name in
 * {@code log4j2.contextSelector}.
 */
public class RinglogContextSelector extends AsyncLoggerContextSelector {

	@Override
	protected LoggerContext createContext(String name, @Nullable URI configLocation) {
		return new RingLoggerContext(name, null, configLocation);
	}

}
