package io.github.ringlog.environment;

import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.async.AsyncLoggerContext;
import org.jspecify.annotations.Nullable;

/**
 * The mode in which the loggers of the application write, with the reason.
 *
 * @param asynchronous whether all loggers are asynchronous, Ringlog's or Log4j's own
 * @param reason the reason, as a sentence
 * @param contextSelector the class of Log4j's context selector, or {@code null} if Log4j
 * Core is not in use
 */
public record LoggingMode(boolean asynchronous, String reason, @Nullable String contextSelector) {

	/**
	 * Return the current mode of the loggers.
	 * @param loader the class loader of the application
	 * @return the mode
	 */
	public static LoggingMode current(@Nullable ClassLoader loader) {
		String selector = ContextSelectorOrigin.loaded();
		ContextSelectorOrigin origin = ContextSelectorOrigin.find(loader);
		Object context = LogManager.getContext(loader, false);
		if (context instanceof RingLoggerContext own) {
			RingSettings settings = own.settings();
			if (settings == null) {
				return new LoggingMode(false, "No Spring application has provided the settings.", selector);
			}
			return settings.enabled()
					? new LoggingMode(true, "Ringlog's context selector was set by " + origin.origin() + ".", selector)
					: new LoggingMode(false, "ringlog.enabled is false.", selector);
		}
		if (origin.name() != null) {
			return new LoggingMode(context instanceof AsyncLoggerContext,
					"Ringlog is not in use: the context selector was set by " + origin.origin() + ".", selector);
		}
		return new LoggingMode(false, (selector != null)
				? "The system property ringlog.enabled or the environment variable RINGLOG_ENABLED was false when "
						+ "Log4j started."
				: "Log4j Core is not in use: LogManager has a " + context.getClass().getName() + ".", selector);
	}

}
