package io.github.ringlog.ring;

import java.util.ArrayList;
import java.util.List;

import io.github.ringlog.concurrent.BackgroundThread;
import org.jspecify.annotations.Nullable;

/**
 * The thread that takes events out of a ring, with its state while it writes.
 */
public final class WriterThread extends Thread {

	/**
	 * Hands events to the rings of isolated appenders. Used by the thread itself. The
	 * writer of an isolated ring must not wait for another writer, which may wait for it;
	 * the writer of a context waits if the settings say so.
	 */
	public final Producer producer;

	// Sinks that hold events back until the end of the batch. Used by the thread itself.
	private final List<Holder> holders = new ArrayList<>();

	// Set before the start of the thread, which orders it.
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
	 * Flush a sink at the end of the batch. A sink calls this once per batch.
	 * @param holder the sink
	 */
	public void flushLater(Holder holder) {
		this.holders.add(holder);
	}

	/** Flush the sinks that hold events back. */
	void endBatch() {
		for (int i = 0; i < this.holders.size(); i++) {
			this.holders.get(i).flush();
		}
		this.holders.clear();
	}

	/**
	 * A sink that may hold events back.
	 */
	public interface Holder {

		/**
		 * Flush what is held back. Does not throw.
		 */
		void flush();

	}

}
