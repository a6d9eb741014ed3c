package io.github.ringlog.logger;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.ringlog.location.AppenderNeeds;
import io.github.ringlog.location.LocationFinder;
import io.github.ringlog.location.ParameterFinder;
import io.github.ringlog.ring.RingSettings;
import org.apache.logging.log4j.core.async.AsyncLoggerConfig;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.util.NanoClock;
import org.apache.logging.log4j.util.Constants;
import org.jspecify.annotations.Nullable;

/**
 * Holds what the configuration and the settings make of a logger's events.
 *
 * @param captureLocation whether the caller's location is needed
 * @param use what may be read of messages
 * @param synchronous whether events are written on the calling thread
 * @param plain whether there is no ring at all, and Log4j does as it always does
 * @param nanoClock the clock of the configuration
 * @param needs what appenders and filters need beside the event
 * @param properties what the configuration adds to the context data
 */
record Route(boolean captureLocation, ParameterFinder.Use use, boolean synchronous, boolean plain, NanoClock nanoClock,
		AppenderNeeds needs, LoggerProperties properties) {

	/**
	 * Return whether events need nothing but their texts, and are not written on the
	 * calling thread.
	 */
	boolean textOnly() {
		return !this.plain && !this.synchronous && !this.captureLocation && this.use == ParameterFinder.Use.TEXT
				&& Constants.ENABLE_THREADLOCALS;
	}

	/**
	 * Return whether a configuration queues events by reference: without thread locals,
	 * Log4j's own asynchronous loggers copy their own events only.
	 */
	private static boolean copies(Configuration configuration) {
		return !Constants.ENABLE_THREADLOCALS
				&& configuration.getLoggers().values().stream().anyMatch(AsyncLoggerConfig.class::isInstance);
	}

	/**
	 * Finds the routes of loggers. Keeps what appenders, layouts and filters need of
	 * events: to find that out takes long, and many loggers share a {@link LoggerConfig}.
	 * Any thread may ask.
	 */
	static final class Finder {

		// For the latest configuration. Whoever finds it outdated replaces it.
		private volatile @Nullable LocationFinder finder;

		// Replaced as a whole, so that a thread that still fills the former map can't
		// bring its entries back.
		private volatile Map<LoggerConfig, Known> known = new ConcurrentHashMap<>();

		/**
		 * Return the route of a logger.
		 * @param name the name of the logger
		 * @param logger the part of the configuration that is for the logger
		 * @param configuration the configuration
		 * @param settings the settings, or {@code null} as long as there are none
		 * @return the route
		 */
		Route of(String name, LoggerConfig logger, Configuration configuration, @Nullable RingSettings settings) {
			// As long as there is no ring, locations are found as plain Log4j does.
			boolean locationWanted = settings == null || settings.captureLocation();
			Known known = known(configuration, logger, locationWanted);
			boolean synchronous = settings != null && settings.synchronousLoggers()
				.stream()
				.anyMatch((parent) -> name.equals(parent) || name.startsWith(parent + "."));
			boolean plain = settings != null && !settings.enabled();
			AppenderNeeds needs = copies(configuration) ? new AppenderNeeds(true, known.needs().contextData())
					: known.needs();
			return new Route(known.location(), known.use(), synchronous, plain, configuration.getNanoClock(), needs,
					LoggerProperties.of(logger, configuration));
		}

		private Known known(Configuration configuration, LoggerConfig logger, boolean locationWanted) {
			Map<LoggerConfig, Known> current = this.known;
			Known found = current.get(logger);
			if (found == null || found.locationWanted() != locationWanted) {
				LocationFinder asked = finder(configuration);
				found = new Known(locationWanted, asked.capturesLocation(logger, locationWanted),
						asked.parameters().useBy(logger), asked.needs().of(logger));
				current.put(logger, found);
			}
			return found;
		}

		/** Find out anew, because the configuration may have changed. */
		void forget() {
			this.known = new ConcurrentHashMap<>();
		}

		private LocationFinder finder(Configuration configuration) {
			LocationFinder current = this.finder;
			if (current == null || !current.isFor(configuration)) {
				current = new LocationFinder(configuration);
				this.finder = current;
			}
			return current;
		}

		/** Holds what is needed of events, and whether locations were wanted. */
		private record Known(boolean locationWanted, boolean location, ParameterFinder.Use use, AppenderNeeds needs) {

		}

	}

}
