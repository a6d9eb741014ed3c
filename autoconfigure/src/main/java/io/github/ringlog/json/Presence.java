package io.github.ringlog.json;

import io.github.ringlog.receipts.LineNumber;
import org.apache.logging.log4j.core.LogEvent;

/**
 * Defines which events have a member.
 */
enum Presence {

	/**
	 * All events.
	 */
	ALWAYS,

	/**
	 * Events with an exception.
	 */
	THROWN,

	/**
	 * Events with a marker.
	 */
	MARKED,

	/**
	 * Events of a sink that numbers its lines.
	 */
	NUMBERED;

	boolean in(LogEvent event) {
		return switch (this) {
			case ALWAYS -> true;
			case THROWN -> event.getThrown() != null;
			case MARKED -> event.getMarker() != null;
			case NUMBERED -> LineNumber.current() != null;
		};
	}

}
