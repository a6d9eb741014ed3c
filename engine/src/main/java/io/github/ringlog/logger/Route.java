package io.github.ringlog.logger;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.ringlog.delivery.Deliveries;
import io.github.ringlog.delivery.Delivery;
import io.github.ringlog.location.LocationFinder;
import io.github.ringlog.location.ParameterFinder;
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
 * @param captureLocation whether the caller's location is needed
 * @param use what may be read of messages
 * @param synchronous whether events are written on the calling thread
 * @param plain whether there is no ring at all, and Log4j works as it does without
 * Ringlog
 * @param nanoClock the clock of the configuration
 * @param delivery delivers the events
 * @param properties what the configuration adds to the context data
 */
record Route(boolean captureLocation, ParameterFinder.Use use, boolean synchronous, boolean plain, NanoClock nanoClock,
		Delivery delivery, LoggerProperties properties) {

	/**
	 * Return whether events need nothing but their texts, and are not written on the
	 * calling thread.
	 */
	boolean textOnly() {
		return !this.plain && !this.synchronous && !this.captureLocation && this.use == ParameterFinder.Use.TEXT
				&& Constants.ENABLE_THREADLOCALS;
	}

	/**
	 * Finds the routes of loggers. Keeps what appenders, layouts and filters need of
	 * events: finding that out takes long, and many loggers share a {@link LoggerConfig}.
	 * Any thread may ask.
	 */
	static final class Finder {

		// How many appenders are being added to loggers.
		final AtomicInteger additions = new AtomicInteger();

		// Replaced as a whole, so that a thread that still fills the former map can't
		// bring its entries back.
		private volatile Map<LoggerConfig, Known> known = new ConcurrentHashMap<>();

		/**
		 * Return the route of a logger.
		 * @param name the name of the logger
		 * @param logger the part of the configuration that is for the logger
		 * @param configuration the configuration
		 * @param deliveries the deliveries of the configuration
		 * @param settings the settings, or {@code null} as long as there are none
		 * @return the route
		 */
		Route of(String name, LoggerConfig logger, Configuration configuration, Deliveries deliveries,
				@Nullable RingSettings settings) {
			// As long as there is no ring, locations are found as plain Log4j does.
			boolean locationWanted = settings == null || settings.captureLocation();
			Known known = known(deliveries.finder(), logger, locationWanted);
			boolean synchronous = settings != null && settings.synchronousLoggers()
				.stream()
				.anyMatch((parent) -> name.equals(parent) || name.startsWith(parent + "."));
			boolean plain = settings != null && !settings.enabled();
			ParameterFinder.Use use = (this.additions.get() > 0) ? ParameterFinder.Use.MESSAGE : known.use();
			return new Route(known.location(), use, synchronous, plain, configuration.getNanoClock(),
					deliveries.of(logger),
					Reading.orElse(LoggerProperties.NONE, () -> LoggerProperties.of(logger, configuration)));
		}

		private Known known(LocationFinder finder, LoggerConfig logger, boolean locationWanted) {
			Map<LoggerConfig, Known> current = this.known;
			Known found = current.get(logger);
			if (found == null || found.locationWanted() != locationWanted) {
				found = new Known(locationWanted, finder.capturesLocation(logger, locationWanted),
						finder.parameters().useBy(logger));
				current.put(logger, found);
			}
			return found;
		}

		/** Find out anew, because the configuration may have changed. */
		void forget() {
			this.known = new ConcurrentHashMap<>();
		}

		/** Holds what is needed of events, and whether locations were wanted. */
		private record Known(boolean locationWanted, boolean location, ParameterFinder.Use use) {

		}

	}

}
