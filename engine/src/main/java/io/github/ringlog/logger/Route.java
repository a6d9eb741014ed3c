package io.github.ringlog.logger;

import java.util.ArrayList;
import java.util.List;

import io.github.ringlog.delivery.AppenderChain;
import io.github.ringlog.delivery.ConfigurationChains;
import io.github.ringlog.delivery.LoggerChain;
import io.github.ringlog.location.Reading;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.lookup.StrSubstitutor;
import org.apache.logging.log4j.core.util.NanoClock;
import org.apache.logging.log4j.util.Constants;
import org.jspecify.annotations.Nullable;

/**
 * The route of a logger's events, by the configuration and the settings.
 *
 * @param loggerChain the filters and appenders of the logger
 * @param synchronous whether events are written on the calling thread
 * @param log4jPath whether events go through Log4j's methods that agents hook, on both
 * sides of the ring
 * @param nanoClock the clock of the configuration
 * @param added the properties that the configuration adds to the context data, or
 * {@code null} for none
 * @param variables replaces the variables in their values, or {@code null} if there are
 * none to replace at each event
 */
record Route(LoggerChain loggerChain, boolean synchronous, boolean log4jPath, NanoClock nanoClock,
		@Nullable List<Property> added, @Nullable StrSubstitutor variables) {

	/**
	 * Return the route of a logger.
	 * @param name the name of the logger
	 * @param logger the configuration of the logger
	 * @param chains the chains of the configuration
	 * @param settings the settings, or {@code null} if there are none yet
	 */
	static Route of(String name, LoggerConfig logger, ConfigurationChains chains, @Nullable RingSettings settings) {
		boolean synchronous = settings != null && settings.synchronousLoggers()
			.stream()
			.anyMatch((parent) -> name.equals(parent) || name.startsWith(parent + "."));
		Configuration configuration = chains.configuration();
		List<Property> added = Reading.orNull(logger::getPropertyList);
		StrSubstitutor variables = Reading
			.orNull(() -> logger.isPropertiesRequireLookup() ? configuration.getStrSubstitutor() : null);
		return new Route(chains.of(logger), synchronous, chains.isLog4jPath(), configuration.getNanoClock(),
				(added != null && !added.isEmpty()) ? added : null, variables);
	}

	/**
	 * Return whether events that are accepted now need only their texts, and are not
	 * written on the calling thread.
	 */
	boolean textOnly(AppenderChain chain) {
		return !this.log4jPath && !this.synchronous && !chain.capturesLocation() && chain.textOnly()
				&& Constants.ENABLE_THREADLOCALS;
	}

	/**
	 * Return the added properties for an event of the calling thread. Their variables may
	 * refer to the context of that thread.
	 */
	@Nullable List<Property> properties() {
		if (this.added == null || this.variables == null) {
			return this.added;
		}
		List<Property> evaluated = new ArrayList<>(this.added.size());
		for (Property property : this.added) {
			evaluated.add(Property.createProperty(property.getName(), property.getRawValue(),
					property.evaluate(this.variables)));
		}
		return evaluated;
	}

}
