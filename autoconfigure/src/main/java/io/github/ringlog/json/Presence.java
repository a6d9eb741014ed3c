package io.github.ringlog.json;

import io.github.ringlog.receipts.LineNumber;
import org.apache.logging.log4j.core.LogEvent;

/**
 * Defines which events have a member.
 */
enum Presence {

	/**
	 * All of them.
	 */
	ALWAYS,

	/**
	 * Those with an exception.
	 */
	THROWN,

	/**
	 * Those with a marker.
	 */
	MARKED,

	/**
	 * Those of a sink that numbers its lines.
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
