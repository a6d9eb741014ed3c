package io.github.ringlog.json;

import org.apache.logging.log4j.core.LogEvent;

/**
 * Tells which events have a member.
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
	MARKED;

	boolean in(LogEvent event) {
		return switch (this) {
			case ALWAYS -> true;
			case THROWN -> event.getThrown() != null;
			case MARKED -> event.getMarker() != null;
		};
	}

}
