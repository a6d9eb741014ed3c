package io.github.ringlog.verify;

/**
 * The line that is being read: where it is, and its bytes, which are valid until the next
 * one is read.
 */
final class Place {

	String source = "";

	long position;

	byte[] bytes = new byte[0];

	int from;

	int to;

	// Whether the line has its end. The last one of a file that was cut has none.
	boolean ended;

	// Whether the line is longer than what is kept of it.
	boolean cut;

	Line line(boolean withText) {
		return new Line(this.source, this.position, withText ? Line.printable(this.bytes, this.from, this.to) : null);
	}

}
