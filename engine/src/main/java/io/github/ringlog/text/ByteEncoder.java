package io.github.ringlog.text;

import org.apache.logging.log4j.core.LogEvent;

/**
 * Encodes events as UTF-8. Used by one thread at a time.
 */
public interface ByteEncoder {

	/**
	 * Append an event.
	 * @param event the event
	 * @param target the text to append to; incomplete if this fails
	 */
	void encode(LogEvent event, ByteText target);

}
