package io.github.ringlog.receipts;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

import org.apache.logging.log4j.core.LogEvent;
import org.jspecify.annotations.Nullable;

/**
 * The number of the line that a sink writes now, on this thread, and its run. Layouts ask
 * for it with {@link #current()}. A line takes its number when the layout asks for it, so
 * what an appender ignores takes none. One object serves all lines of a thread, so it
 * must not be kept.
 */
public final class LineNumber {

	private static final ThreadLocal<@Nullable LineNumber> LINE = new ThreadLocal<>();

	// Whether the thread writes events of others. One that writes its own keeps nothing.
	private final boolean lasting;

	// Of the line that is being written, or of the last one.
	private NumberedSink sink;

	// 0 until a layout asks.
	private long number;

	private boolean active;

	private LineNumber(NumberedSink sink, boolean lasting) {
		this.sink = sink;
		this.lasting = lasting;
	}

	/**
	 * Return the number of the line that is being written.
	 * @return the number, or {@code null} if the sink numbers no lines
	 */
	public static @Nullable LineNumber current() {
		LineNumber line = LINE.get();
		return (line != null && line.active) ? line : null;
	}

	/**
	 * Write a line, perhaps in the middle of another one.
	 * @param sink the sink that writes it
	 * @param event its event
	 * @param target writes the event
	 * @param failed counts a line that has taken a number and is not written
	 */
	static void write(NumberedSink sink, LogEvent event, Consumer<LogEvent> target, @Nullable LongAdder failed) {
		LineNumber line = LINE.get();
		if (line == null) {
			line = new LineNumber(sink, event.getThreadId() != Thread.currentThread().getId());
			LINE.set(line);
		}
		NumberedSink outer = line.active ? line.sink : null;
		long outerNumber = line.number;
		boolean written = false;
		line.begin(sink, 0);
		try {
			target.accept(event);
			written = true;
		}
		finally {
			if (!written && line.number != 0 && failed != null) {
				failed.increment();
			}
			line.active = false;
			if (outer != null) {
				line.begin(outer, outerNumber);
			}
			else if (!line.lasting) {
				LINE.remove();
			}
		}
	}

	private void begin(NumberedSink newSink, long newNumber) {
		// With G1 a store of a reference may cost a fence.
		if (this.sink != newSink) {
			this.sink = newSink;
		}
		this.number = newNumber;
		this.active = true;
	}

	/**
	 * Return the run.
	 * @return the name of the run and the sink, 14 letters and digits
	 */
	public String run() {
		return this.sink.run();
	}

	/**
	 * Return the number. The line takes it with the first call.
	 * @return the number of the line in its run, from 1 on
	 */
	public long number() {
		if (this.number == 0) {
			this.number = this.sink.next();
		}
		return this.number;
	}

	/**
	 * Print the run, a hyphen and the number.
	 * @param target where to
	 */
	public void appendTo(StringBuilder target) {
		target.append(run()).append('-').append(number());
	}

}
