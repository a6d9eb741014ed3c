package io.github.ringlog.ring;

import org.apache.logging.log4j.core.impl.MutableLogEvent;

/**
 * The logger of an event, as the ring sees it. The ring knows nothing else of loggers.
 */
public interface EventOwner {

	/**
	 * Return the name of the logger.
	 * @return the name
	 */
	String getName();

	/**
	 * Hand an event to the appenders, on the calling thread. Throws what they throw.
	 * @param event the event
	 * @param hold keeps the configuration from stopping until the caller releases it
	 * @return whether there was a configuration to take the event
	 */
	boolean write(MutableLogEvent event, ConfigurationHold hold);

}
