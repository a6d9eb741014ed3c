package io.github.ringlog.verify;

import java.util.Arrays;

/**
 * The line that is being read: where it is, and its bytes, which are valid until the next
 * one is read.
 */
final class Place {

	private static final int MAX_SHOWN = 160;

	String source = "";

	long position;

	byte[] bytes = new byte[0];

	int from;

	int to;

	// Whether the line has its end. The last one of a file that was cut has none.
	boolean ended;

	// Whether the line is longer than what is kept of it.
	boolean cut;

	void set(byte[] newBytes, int newFrom, int newTo) {
		this.bytes = newBytes;
		this.from = newFrom;
		this.to = newTo;
	}

	Line line(boolean withText) {
		int end = withText ? Math.min(this.to, this.from + MAX_SHOWN) : this.from;
		return new Line(this.source, this.position, new Printable(Arrays.copyOfRange(this.bytes, this.from, end)));
	}

	String describe(String what) {
		return this.source + ":" + this.position + " " + what;
	}

	// A line as a report shows it: its place, and its beginning if that was kept.
	record Line(String source, long position, Printable text) {
	}

}
