package io.github.ringlog.ring;

import org.apache.logging.log4j.core.impl.MutableLogEvent;

/**
 * The target of an event: its logger or an isolated appender. The ring knows both only by
 * this interface.
 */
public interface EventHandler {

	/**
	 * Return the name of the logger or the appender.
	 * @return the name
	 */
	String getName();

	/**
	 * Hand an event to the appenders, on the calling thread. Throws what they throw.
	 * @param event the event
	 * @param lease keeps the configuration from stopping until the caller releases it
	 * @return whether there was a configuration to take the event
	 */
	boolean write(MutableLogEvent event, ConfigurationLease lease);

}
