package io.github.ringlog.ring;

import io.github.ringlog.report.BackgroundThread;
import org.jspecify.annotations.Nullable;

/**
 * The thread that takes events out of a ring, and what it keeps while it writes one.
 */
public final class WriterThread extends Thread {

	/**
	 * Writes events, and hands them to the rings of isolated appenders. Used by the
	 * thread itself. The writer of such a ring must not wait for another one, which may
	 * wait for it; that of a context waits where the settings want it.
	 */
	public final Producer producer;

	/** What is held back until the end of a batch. Used by the thread itself. */
	final WriteBatch batch = new WriteBatch();

	// Set before the start.
	private @Nullable Runnable writer;

	/**
	 * Create a thread.
	 * @param appender the isolated appender whose events it writes; empty for those of a
	 * logger context
	 */
	WriterThread(String appender) {
		super(null, null, appender.isEmpty() ? "ringlog-writer" : "ringlog-writer-" + appender, 0, false);
		BackgroundThread.setUp(this);
		this.producer = new Producer(appender.isEmpty());
	}

	/**
	 * Start the thread.
	 * @param newWriter what it runs
	 */
	void start(Runnable newWriter) {
		this.writer = newWriter;
		start();
	}

	@Override
	public void run() {
		if (this.writer != null) {
			this.writer.run();
		}
	}

	/**
	 * Return the current thread, if it is the writer of a ring.
	 * @return the thread, or {@code null}
	 */
	public static @Nullable WriterThread current() {
		return (Thread.currentThread() instanceof WriterThread writer) ? writer : null;
	}

	/**
	 * Return the batch of the current thread.
	 * @return the batch, or {@code null} if the thread is not the writer of a ring: it
	 * holds nothing back
	 */
	public static @Nullable WriteBatch currentBatch() {
		WriterThread writer = current();
		return (writer != null) ? writer.batch : null;
	}

}
