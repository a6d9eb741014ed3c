package io.github.ringlog.engine;

/**
 * Hears from a ring and its writer. The methods are called by the writer thread, and by
 * callers that write in place. They do not throw.
 */
interface RingListener {

	/**
	 * The writer has written all events there were: appenders that hold events back flush
	 * now.
	 */
	void batchEnded();

	/**
	 * An event could not be written, or the writer itself failed.
	 */
	void writeFailed(Throwable failure);

	/**
	 * A period of drops has ended.
	 * @param summary the drops by level and reason, a sentence
	 */
	void dropsEnded(String summary);

	/**
	 * Return the owner of events whose caller failed before it had set the owner.
	 */
	EventOwner fallbackOwner();

}
