package io.github.ringlog.ring;

import java.util.ArrayList;
import java.util.List;

import io.github.ringlog.concurrent.BackgroundThread;
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

	// Those who hold something back until there are no more events for now. Used by the
	// thread itself.
	private final List<Holder> holders = new ArrayList<>();

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
	 * Flush a sink at the end of the batch. It comes once until it is flushed.
	 * @param holder the sink
	 */
	public void flushLater(Holder holder) {
		this.holders.add(holder);
	}

	/** Flush those who hold something back. */
	void endBatch() {
		for (int i = 0; i < this.holders.size(); i++) {
			this.holders.get(i).flush();
		}
		this.holders.clear();
	}

	/**
	 * Takes events, and may hold them back.
	 */
	public interface Holder {

		/**
		 * Let go of what is held back. Does not throw.
		 */
		void flush();

	}

}
