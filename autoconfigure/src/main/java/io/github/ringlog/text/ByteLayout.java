package io.github.ringlog.text;

/**
 * A layout that encodes as UTF-8 without a detour.
 */
public interface ByteLayout {

	/**
	 * Return a new encoder of the same events.
	 * @return an encoder, for one thread at a time
	 */
	ByteEncoder newEncoder();

}
