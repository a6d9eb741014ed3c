package io.github.ringlog.logger;

import java.util.concurrent.ConcurrentMap;

import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.util.NetUtils;
import org.jspecify.annotations.Nullable;

/**
 * Stands in for the configuration of a start, because with a default configuration
 * Log4j's context starts no ring of its own.
 */
final class StartConfiguration extends DefaultConfiguration {

	// Null for the configuration that Log4j finds.
	final @Nullable Configuration actual;

	StartConfiguration(@Nullable Configuration actual) {
		this.actual = actual;
	}

	@Override
	protected void setToDefault() {
		// Adds no appender, because Log4j numbers its default consoles.
	}

	/**
	 * Add the properties that Log4j's context would add later, to a configuration that is
	 * initialized before that.
	 * @param contextName the name of the context
	 */
	static void addProperties(Configuration configuration, String contextName) {
		ConcurrentMap<String, String> properties = configuration.getComponent(Configuration.CONTEXT_PROPERTIES);
		if (properties != null) {
			if (!properties.containsKey("hostName")) {
				// Outside the map, because a name server may take its time.
				properties.putIfAbsent("hostName", NetUtils.getLocalHostname());
			}
			properties.putIfAbsent("contextName", contextName);
		}
	}

}
