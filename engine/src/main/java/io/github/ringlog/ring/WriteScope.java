package io.github.ringlog.ring;

import java.util.ArrayDeque;
import java.util.Queue;

import org.jspecify.annotations.Nullable;

/**
 * Holds what a thread logs while it writes an event to the appenders: an appender or a
 * client library inside it warns, or the {@code getMessage()} of a throwable logs. If
 * that was written at once, Log4j would keep it from the appender that has caused it, and
 * its layouts would print it over the line that they are about to print. So it is written
 * after the event that caused it. What is logged while such an event is written is
 * dropped, or there would be no end. Used by one thread.
 */
public final class WriteScope {

	/** How many events are kept until the one that caused them is written. */
	public static final int MAX_KEPT = 1024;

	// Made when it is used: most events cause no other.
	private @Nullable Queue<Runnable> kept;

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

	/**
	 * End, and write what was kept.
	 */
	public void end() {
		try {
			if (this.kept != null) {
				this.nested = true;
				writeKept(this.kept);
			}
		}
		finally {
			this.writing = false;
			this.nested = false;
		}
	}

	private static void writeKept(Queue<Runnable> kept) {
		for (Runnable next = kept.poll(); next != null; next = kept.poll()) {
			next.run();
		}
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

	/**
	 * Keep an event until the one that is being written is.
	 * @param write writes it, and throws nothing
	 * @return whether there is room for it
	 */
	public boolean keep(Runnable write) {
		Queue<Runnable> queue = this.kept;
		if (queue == null) {
			queue = new ArrayDeque<>();
			this.kept = queue;
		}
		return queue.size() < MAX_KEPT && queue.add(write);
	}

}
