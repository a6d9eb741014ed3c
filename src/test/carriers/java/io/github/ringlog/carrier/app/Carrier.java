package io.github.ringlog.carrier.app;

/**
 * Takes an id to where {@link Lines#received} is called with it.
 */
@FunctionalInterface
public interface Carrier {

	void carry(String id) throws Exception;

}
