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

	private final InputStream input;

	private final byte[] buffer = new byte[256 * 1024];

	private int next;

	private int limit;

	private byte[] line = new byte[8 * 1024];

	LineReader(InputStream input) {
		this.input = input;
	}

	/**
	 * Read a line.
	 * @param place takes the line
	 * @return whether there was one
	 */
	boolean read(Place place) throws IOException {
		int length = 0;
		place.cut = false;
		place.ended = false;
		while (!place.ended && (this.next < this.limit || fill())) {
			int end = this.next;
			while (end < this.limit && this.buffer[end] != '\n') {
				end++;
			}
			int count = Math.min(end - this.next, MAX_LINE - length);
			if (length + count > this.line.length) {
				this.line = Arrays.copyOf(this.line, Math.max(length + count, 2 * this.line.length));
			}
			System.arraycopy(this.buffer, this.next, this.line, length, count);
			length += count;
			place.cut |= count < end - this.next;
			place.ended = end < this.limit;
			this.next = end + 1;
		}
		place.set(this.line, 0, (length > 0 && this.line[length - 1] == '\r') ? length - 1 : length);
		return place.ended || length > 0;
	}

	private boolean fill() throws IOException {
		this.next = 0;
		this.limit = this.input.read(this.buffer);
		return this.limit > 0;
	}

}
