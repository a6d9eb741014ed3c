package io.github.ringlog.logger;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.ringlog.location.LocationFinder;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what appenders, layouts and filters need of events. To find that out takes long,
 * and many loggers share a {@link LoggerConfig}. Any thread may ask.
 */
final class EventNeeds {

	// For the latest configuration. Whoever finds it outdated replaces it.
	private volatile @Nullable LocationFinder finder;

	// Replaced as a whole: who still finds out with what was there before must not bring
	// it back.
	private volatile Map<LoggerConfig, Needs> known = new ConcurrentHashMap<>();

	/**
	 * Return what is needed of the events of a logger.
	 * @param configuration the configuration
	 * @param logger the part of it that is for the logger
	 * @param locationWanted whether locations are wanted of loggers that say nothing
	 * @return what is needed
	 */
	Needs of(Configuration configuration, LoggerConfig logger, boolean locationWanted) {
		Map<LoggerConfig, Needs> current = this.known;
		Needs found = current.get(logger);
		if (found == null || found.locationWanted() != locationWanted) {
			LocationFinder asked = finder(configuration);
			found = new Needs(locationWanted, asked.capturesLocation(logger, locationWanted),
					asked.parameters().mayBeRead(logger));
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

	/**
	 * Holds what is needed of events.
	 *
	 * @param locationWanted whether locations were wanted of loggers that say nothing
	 * @param location whether the location is captured
	 * @param parameters whether parameters may be read
	 */
	record Needs(boolean locationWanted, boolean location, boolean parameters) {

	}

}
