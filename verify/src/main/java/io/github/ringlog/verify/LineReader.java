package io.github.ringlog.verify;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Splits a stream into lines. Of a line that is longer than {@value #MAX_LINE} bytes it
 * keeps the beginning.
 */
final class LineReader {

	static final int MAX_LINE = 16 * 1024 * 1024;

	private static final int USUAL_SIZE = 256 * 1024;

	private final InputStream input;

	private final byte[] usual = new byte[USUAL_SIZE];

	private byte[] buffer = this.usual;

	private int next;

	private int limit;

	private boolean end;

	LineReader(InputStream input) {
		this.input = input;
	}

	/**
	 * Read a line.
	 * @param place takes the line
	 * @return whether there was one
	 */
	boolean read(Place place) throws IOException {
		int seen = 0;
		while (true) {
			int newline = indexOfNewline(this.next + seen);
			if (newline >= 0) {
				set(place, newline, true);
				this.next = newline + 1;
				return true;
			}
			seen = this.limit - this.next;
			if (seen >= MAX_LINE) {
				set(place, this.limit, true);
				place.cut = true;
				skipLine();
				return true;
			}
			if (!fill()) {
				set(place, this.limit, false);
				this.next = this.limit;
				return seen > 0;
			}
		}
	}

	private int indexOfNewline(int from) {
		byte[] bytes = this.buffer;
		for (int i = from; i < this.limit; i++) {
			if (bytes[i] == '\n') {
				return i;
			}
		}
		return -1;
	}

	private void set(Place place, int to, boolean ended) {
		boolean carriageReturn = to > this.next && this.buffer[to - 1] == '\r';
		place.bytes = this.buffer;
		place.from = this.next;
		place.to = carriageReturn ? to - 1 : to;
		place.ended = ended;
		place.cut = false;
	}

	/**
	 * Read past the rest of a long line, with the usual buffer: the beginning is in a
	 * larger one.
	 */
	private void skipLine() throws IOException {
		this.buffer = this.usual;
		int newline = -1;
		do {
			this.next = 0;
			this.limit = Math.max(0, read(this.usual, 0));
			newline = indexOfNewline(0);
		}
		while (newline < 0 && !this.end);
		this.next = newline + 1;
	}

	/**
	 * Read some more bytes, and make room for them.
	 */
	private boolean fill() throws IOException {
		int length = this.limit - this.next;
		if (this.next > 0 && length < this.usual.length / 2) {
			System.arraycopy(this.buffer, this.next, this.usual, 0, length);
			this.buffer = this.usual;
			this.next = 0;
		}
		else if (this.limit == this.buffer.length) {
			this.buffer = Arrays.copyOfRange(this.buffer, this.next, this.next + 2 * this.buffer.length);
			this.next = 0;
		}
		this.limit = this.next + length;
		int count = read(this.buffer, this.limit);
		this.limit += Math.max(0, count);
		return count >= 0;
	}

	private int read(byte[] target, int offset) throws IOException {
		int count = this.end ? -1 : this.input.read(target, offset, target.length - offset);
		this.end = count < 0;
		return count;
	}

}
