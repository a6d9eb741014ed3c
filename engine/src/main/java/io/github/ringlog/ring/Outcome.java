package io.github.ringlog.ring;

/**
 * Names what becomes of an event on its way into a ring, or of any that comes to it.
 */
enum Outcome {

	/** The event is in the ring. */
	PUBLISHED,

	/** The event is counted as dropped. */
	DROPPED,

	/** There is no slot yet. */
	FULL,

	/** The ring takes no more events. */
	CLOSED,

	/** The caller writes the event itself. */
	IN_PLACE

}
