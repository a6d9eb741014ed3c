package io.github.ringlog.text;

import org.apache.logging.log4j.core.LogEvent;

/**
 * The format of a layout, encoded as UTF-8 without that layout. It reads neither the
 * caller's location nor the parameters of a message. Two formats are equal if they encode
 * each event as the same bytes, so that one encoder can serve both. Any thread may encode
 * with it; a thread that encodes many events has an encoder of its own.
 */
public interface ByteFormat extends ByteEncoder {

	/**
	 * Return a new encoder.
	 * @return an encoder, for one thread at a time
	 */
	ByteEncoder newEncoder();

	/**
	 * Append an event, with an encoder that no other thread uses meanwhile.
	 */
	@Override
	void encode(LogEvent event, ByteText target);

}
