package io.github.ringlog.ring;

/**
 * Notes that a thread writes an event to the appenders. What is logged meanwhile, by an
 * appender, a client library inside it or the {@code getMessage()} of a throwable, is not
 * written at once: Log4j would keep it from the appender that has caused it, and its
 * layouts would print it over the line that they are about to print. The ring takes it,
 * or it is dropped. What is logged while such an event is written is dropped, or there
 * would be no end. Used by one thread.
 */
public final class WriteScope {

	private boolean writing;

	private boolean nested;

	/**
	 * Begin to write an event.
	 * @param nestedEvent whether it was logged while another one was written
	 */
	public void begin(boolean nestedEvent) {
		this.writing = true;
		this.nested = nestedEvent;
	}

	/** End. */
	public void end() {
		this.writing = false;
		this.nested = false;
	}

	/**
	 * Return whether an event is being written.
	 * @return whether what is logged now can't be written at once
	 */
	public boolean isWriting() {
		return this.writing;
	}

	/**
	 * Return whether the event that is being written was itself logged while another one
	 * was written.
	 * @return whether what is logged now is dropped
	 */
	public boolean isNested() {
		return this.nested;
	}

}
