package io.github.ringlog.logger;

import io.github.ringlog.delivery.AppenderChain;
import io.github.ringlog.delivery.ConfigurationChains;
import io.github.ringlog.delivery.LoggerChain;
import io.github.ringlog.location.Reading;
import io.github.ringlog.ring.RingSettings;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.util.NanoClock;
import org.apache.logging.log4j.util.Constants;
import org.jspecify.annotations.Nullable;

/**
 * Holds what the configuration and the settings make of a logger's events.
 *
 * @param loggerChain the filters and appenders of the logger
 * @param synchronous whether events are written on the calling thread
 * @param log4jPath whether events go through the methods of Log4j's that agents hook, on
 * both sides of the ring
 * @param nanoClock the clock of the configuration
 * @param properties what the configuration adds to the context data
 */
record Route(LoggerChain loggerChain, boolean synchronous, boolean log4jPath, NanoClock nanoClock,
		LoggerProperties properties) {

	/**
	 * Return the route of a logger.
	 * @param name the name of the logger
	 * @param logger the part of the configuration that is for the logger
	 * @param chains the chains of the configuration
	 * @param settings the settings, or {@code null} as long as there are none
	 */
	static Route of(String name, LoggerConfig logger, ConfigurationChains chains, @Nullable RingSettings settings) {
		boolean synchronous = settings != null && settings.synchronousLoggers()
			.stream()
			.anyMatch((parent) -> name.equals(parent) || name.startsWith(parent + "."));
		Configuration configuration = chains.configuration();
		return new Route(chains.of(logger), synchronous, chains.isLog4jPath(), configuration.getNanoClock(),
				Reading.orElse(LoggerProperties.NONE, () -> LoggerProperties.of(logger, configuration)));
	}

	/**
	 * Return whether events that are accepted now need nothing but their texts, and are
	 * not written on the calling thread.
	 */
	boolean textOnly(AppenderChain chain) {
		return !this.log4jPath && !this.synchronous && !chain.capturesLocation() && chain.textOnly()
				&& Constants.ENABLE_THREADLOCALS;
	}

}
