package io.github.ringlog.ring;

/**
 * The thread of a {@link RingWriter}. Inherits neither thread locals nor the priority:
 * they would be those of whoever happens to start it.
 */
public final class WriterThread extends Thread {

	/** Copies events into the rings of isolated appenders. */
	public final EventCopy copy = new EventCopy();

	WriterThread(RingWriter writer, String name) {
		super(null, writer, name, 0, false);
		setDaemon(true);
		setPriority(NORM_PRIORITY);
	}

}
