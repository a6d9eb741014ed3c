package io.github.ringlog.logger;

import java.util.ArrayList;
import java.util.List;

import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.lookup.StrSubstitutor;
import org.jspecify.annotations.Nullable;

/**
 * The properties that the configuration of a logger adds to the context data of its
 * events. Used by any thread.
 *
 * @param properties the properties, or {@code null} for none
 * @param variables replaces the variables in their values, or {@code null} if there are
 * none to replace at each event
 */
record LoggerProperties(@Nullable List<Property> properties, @Nullable StrSubstitutor variables) {

	static final LoggerProperties NONE = new LoggerProperties(null, null);

	static LoggerProperties of(LoggerConfig logger, Configuration configuration) {
		List<Property> properties = logger.getPropertyList();
		if (properties == null || properties.isEmpty()) {
			return NONE;
		}
		return new LoggerProperties(properties,
				logger.isPropertiesRequireLookup() ? configuration.getStrSubstitutor() : null);
	}

	/**
	 * Return the properties as they are for an event of the calling thread, whose context
	 * a variable may name.
	 */
	@Nullable List<Property> evaluate() {
		if (this.properties == null || this.variables == null) {
			return this.properties;
		}
		List<Property> evaluated = new ArrayList<>(this.properties.size());
		for (Property property : this.properties) {
			evaluated.add(Property.createProperty(property.getName(), property.getRawValue(),
					property.evaluate(this.variables)));
		}
		return evaluated;
	}

}
