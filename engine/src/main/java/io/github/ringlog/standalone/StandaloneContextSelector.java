package io.github.ringlog.standalone;

import java.net.URI;

import io.github.ringlog.bootstrap.LoggingClassPath;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.logger.RinglogContextSelector;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.core.LoggerContext;
import org.jspecify.annotations.Nullable;

/**
 * Makes all loggers asynchronous without Spring Boot: the ring starts with the first
 * logger, with the {@link SystemSettings}. Log4j creates it, by the name in
 * {@code log4j2.contextSelector}.
 */
public class StandaloneContextSelector extends RinglogContextSelector {

	@Override
	protected LoggerContext createContext(String name, @Nullable URI configLocation) {
		LoggingClassPath.Problem problem = LoggingClassPath.problem();
		if (problem == LoggingClassPath.Problem.DISRUPTOR_MISSING
				|| problem == LoggingClassPath.Problem.DISRUPTOR_OLD) {
			throw new IllegalArgumentException(
					"Ringlog needs the LMAX Disruptor 4. Add com.lmax:disruptor:4.0.0 to the class path.");
		}
		SystemSettings settings = new SystemSettings(System.getProperties(), System.getenv());
		RingSettings engine = settings.read();
		RingLoggerContext context = (RingLoggerContext) super.createContext(name, configLocation);
		context.configure(engine);
		return context;
	}

}
