package io.github.ringlog.ring;

import io.github.ringlog.report.BackgroundThread;

/**
 * The thread of a {@link RingWriter}.
 */
public final class WriterThread extends BackgroundThread {

	/** Copies events into the rings of isolated appenders. */
	public final EventCopy copy = new EventCopy();

	/** What the thread writes. Used by the thread itself. */
	public final WriteScope scope;

	final WriteBatch batch;

	WriterThread(RingWriter writer, String name) {
		super(writer, name);
		this.scope = writer.scope;
		this.batch = writer.batch;
	}

}
