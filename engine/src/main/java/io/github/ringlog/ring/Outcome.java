package io.github.ringlog.ring;

/**
 * The outcome of offering an event to a ring. {@link RingClose} keeps the outcome for any
 * event that is offered now.
 */
enum Outcome {

	/** The event is in the ring. */
	PUBLISHED,

	/** The event is counted as dropped. */
	DROPPED,

	/** There is no free slot yet. */
	FULL,

	/** The ring takes no more events. */
	CLOSED,

	/** The caller writes the event itself. */
	IN_PLACE

}
