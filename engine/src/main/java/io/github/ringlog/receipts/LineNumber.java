package io.github.ringlog.receipts;

import org.apache.logging.log4j.core.LogEvent;
import org.jspecify.annotations.Nullable;

/**
 * The number of the line that a sink writes now, on this thread, and its run. Layouts ask
 * for it with {@link #current()}. A line takes its number when the layout asks for it, so
 * what an appender ignores takes none. One object serves all lines of a sink on a thread:
 * it must not be kept.
 */
public final class LineNumber {

	private static final int PLACES = 16;

	private static final ThreadLocal<@Nullable Lines> LINES = new ThreadLocal<>();

	private final NumberedSink sink;

	private final @Nullable LineNumber covered;

	// 0 until a layout asks.
	private long number;

	// Whether its line is being written.
	private boolean active;

	// The place of the line in the midst of which this one is written, or -1.
	private int outer;

	private LineNumber(NumberedSink sink, @Nullable LineNumber covered) {
		this.sink = sink;
		this.covered = covered;
	}

	/**
	 * Return the number of the line that is being written.
	 * @return the number, or {@code null} if the sink numbers no lines
	 */
	public static @Nullable LineNumber current() {
		Lines lines = LINES.get();
		return (lines != null && lines.current >= 0) ? lines.places[lines.current] : null;
	}

	/**
	 * Begin a line.
	 * @param sink the sink that writes it
	 * @param event its event
	 * @return the lines of this thread, to end it
	 */
	static Lines begin(NumberedSink sink, LogEvent event) {
		Lines lines = LINES.get();
		if (lines == null) {
			lines = new Lines(event.getThreadId() != Thread.currentThread().getId());
			LINES.set(lines);
		}
		int place = sink.ordinal() & (PLACES - 1);
		LineNumber line = lines.places[place];
		if (line == null || line.sink != sink || line.active) {
			line = new LineNumber(sink, (line != null && line.active) ? line : null);
			lines.places[place] = line;
		}
		line.number = 0;
		line.active = true;
		line.outer = lines.current;
		// No reference is stored for each line: with G1 that would cost a fence.
		lines.current = place;
		return lines;
	}

	/**
	 * End the line that was begun last.
	 * @param lines the lines of this thread
	 * @return whether the line has taken a number
	 */
	static boolean end(Lines lines) {
		int place = lines.current;
		LineNumber line = lines.places[place];
		if (line == null) {
			return false;
		}
		line.active = false;
		lines.current = line.outer;
		if (line.covered != null) {
			lines.places[place] = line.covered;
		}
		if (!lines.lasting && lines.current < 0) {
			LINES.remove();
		}
		return line.number != 0;
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

	/**
	 * The lines that a thread writes, one in the midst of another, each in the place of
	 * its sink.
	 */
	static final class Lines {

		private final @Nullable LineNumber[] places = new LineNumber[PLACES];

		private int current = -1;

		// Whether the thread writes events of others. One that writes its own keeps
		// nothing.
		private final boolean lasting;

		Lines(boolean lasting) {
			this.lasting = lasting;
		}

	}

}
