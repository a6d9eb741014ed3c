package io.github.ringlog.ring;

import io.github.ringlog.report.BackgroundThread;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a {@link RingWriter}.
 */
public final class WriterThread extends BackgroundThread {

	/** Hands events to the rings of isolated appenders. Used by the thread itself. */
	public final Caller caller = new Caller(true);

	/** What the thread writes. Used by the thread itself. */
	public final WriteScope scope;

	private final WriteBatch batch;

	WriterThread(RingWriter writer, String name) {
		super(writer, name);
		this.scope = writer.scope;
		this.batch = writer.batch;
	}

	/**
	 * Return the batch of the current thread.
	 * @return the batch, or {@code null} if the thread is not the writer of a ring: it
	 * holds nothing back
	 */
	public static @Nullable WriteBatch currentBatch() {
		return (Thread.currentThread() instanceof WriterThread writer) ? writer.batch : null;
	}

}
