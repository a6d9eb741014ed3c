package io.github.ringlog.ring;

/**
 * Hears from a ring and its writer. The methods are called by the writer thread, and by
 * callers that write in place. They do not throw.
 */
public interface RingListener {

	/**
	 * An event could not be written, or the writer itself failed.
	 * @param failure what was thrown
	 */
	void writeFailed(Throwable failure);

	/**
	 * A period of drops has ended.
	 * @param summary the drops by level and reason, a sentence
	 */
	void dropsEnded(String summary);

	/**
	 * Return the target of events whose caller failed before it had set the target.
	 * @return the target
	 */
	EventTarget fallbackTarget();

}
