package io.github.ringlog.ring;

/**
 * The route of an event to its appenders, as decided when the event was accepted. The
 * ring only carries it.
 */
public interface EventRoute {

}
