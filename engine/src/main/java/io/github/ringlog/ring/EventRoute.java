package io.github.ringlog.ring;

/**
 * The way of an event to its appenders, as it stood when the event was accepted. The ring
 * carries it, and knows nothing else of it.
 */
public interface EventRoute {

}
