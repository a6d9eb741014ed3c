package io.github.ringlog.receipts;

import java.util.function.Consumer;

import org.apache.logging.log4j.core.LogEvent;
import org.jspecify.annotations.Nullable;

/**
 * The run and the number of the line that a sink is writing on this thread. Layouts ask
 * for it with {@link #current()}. A line takes its number when the layout asks for it, so
 * an event that an appender ignores takes none. All lines of a thread share one object,
 * so it must not be kept.
 */
public final class LineNumber {

	private static final ThreadLocal<@Nullable LineNumber> LINE = new ThreadLocal<>();

	// Whether the thread writes events of other threads. A thread that writes its own
	// keeps no thread local.
	private final boolean lasting;

	// The sink of the current line, or of the last one.
	private NumberedSink sink;

	// 0 until a layout asks.
	private long number;

	private boolean active;

	private boolean receipt;

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
	 * Return whether the line that is being written is a receipt.
	 * @return whether it is a receipt
	 */
	public static boolean isReceipt() {
		LineNumber line = current();
		return line != null && line.receipt;
	}

	/**
	 * Write a line, perhaps while another one is being written on this thread.
	 * @param sink the sink, which is notified of the line's end
	 * @param event its event
	 * @param target writes the event
	 * @param receipt whether it is a receipt
	 */
	static void write(NumberedSink sink, LogEvent event, Consumer<LogEvent> target, boolean receipt) {
		LineNumber line = LINE.get();
		if (line == null) {
			line = new LineNumber(sink, event.getThreadId() != Thread.currentThread().getId());
			LINE.set(line);
		}
		NumberedSink outer = line.active ? line.sink : null;
		long outerNumber = line.number;
		boolean outerReceipt = line.receipt;
		boolean written = false;
		line.begin(sink, 0, receipt);
		try {
			target.accept(event);
			written = true;
		}
		finally {
			if (line.number != 0) {
				sink.end(written, receipt);
			}
			line.active = false;
			if (outer != null) {
				line.begin(outer, outerNumber, outerReceipt);
			}
			else if (!line.lasting) {
				LINE.remove();
			}
		}
	}

	private void begin(NumberedSink newSink, long newNumber, boolean newReceipt) {
		// With G1 storing a reference may cost a fence.
		if (this.sink != newSink) {
			this.sink = newSink;
		}
		this.number = newNumber;
		this.receipt = newReceipt;
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
	 * @param target the builder
	 */
	public void appendTo(StringBuilder target) {
		target.append(run()).append('-').append(number());
	}

}
