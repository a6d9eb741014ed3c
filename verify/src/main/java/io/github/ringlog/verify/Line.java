package io.github.ringlog.verify;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/**
 * A line as a report shows it.
 *
 * @param source the file, the partition or the stream
 * @param position the number of the line there, or its offset
 * @param text the beginning of the line, or {@code null} if it was not kept
 */
record Line(String source, long position, @Nullable String text) {

	static final int MAX_TEXT = 240;

	/**
	 * Decode the beginning of a line, without control characters.
	 */
	static String printable(byte[] bytes, int from, int to) {
		String text = new String(bytes, from, Math.min(to - from, MAX_TEXT), StandardCharsets.UTF_8);
		return text.replaceAll("\u001B\\[[0-9;]*m", "").replaceAll("\\p{Cntrl}", " ");
	}

	String place() {
		return this.source + ":" + this.position;
	}

	/**
	 * Return the time of the line, as it is printed there.
	 */
	@Nullable String time() {
		return (this.text != null) ? Times.find(this.text) : null;
	}

}
