package io.github.ringlog.ring;

/**
 * The way of an event to its appenders, as it stood when the event was accepted. The ring
 * carries it, and knows nothing else of it.
 */
public interface EventRoute {

	/**
	 * Return whether another one has taken its place: a slot without an event lets go of
	 * it.
	 * @return whether it has
	 */
	boolean isReplaced();

}
