package io.github.ringlog.verify;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;

/**
 * Lines of a container runtime (CRI): each has a time, a stream and a flag before it, as
 * in {@code 2026-11-25T02:14:51.123456789Z stdout F}. The flag {@code P} stands before a
 * part of a line that goes on with the next one of the stream.
 */
final class ContainerLines {

	private static final int DATE = 10;

	private static final int MIN_TIME = 20;

	private static final int MAX_TIME = 60;

	// " stdout F ", or stderr, or P.
	private static final int FLAG = 8;

	private static final int AFTER = 10;

	// By the stream.
	private final Map<Byte, ByteArrayOutputStream> parts = new HashMap<>();

	/**
	 * Take the prefix away, and put the parts of a line together.
	 * @param place the line; one without a prefix stays as it is
	 * @return whether the line is whole
	 */
	boolean accept(Place place) {
		byte[] bytes = place.bytes;
		int space = place.from + MIN_TIME;
		int end = Math.min(place.to, place.from + MAX_TIME) - AFTER;
		if (space > end || bytes[place.from + DATE] != 'T') {
			return true;
		}
		while (space < end && bytes[space] != ' ') {
			space++;
		}
		if (!isPrefix(bytes, space)) {
			return true;
		}
		place.from = space + AFTER;
		Byte stream = bytes[space + 4];
		ByteArrayOutputStream begun = this.parts.get(stream);
		if (bytes[space + FLAG] == 'P') {
			begun = this.parts.computeIfAbsent(stream, (key) -> new ByteArrayOutputStream());
			add(place, begun);
			return false;
		}
		if (begun != null) {
			this.parts.remove(stream);
			add(place, begun);
			place.set(begun.toByteArray(), 0, begun.size());
			place.cut |= begun.size() == LineReader.MAX_LINE;
		}
		return true;
	}

	private static boolean isPrefix(byte[] bytes, int at) {
		return bytes[at] == ' ' && bytes[at + 1] == 's' && bytes[at + 2] == 't' && bytes[at + 3] == 'd'
				&& bytes[at + FLAG - 1] == ' ' && (bytes[at + FLAG] == 'F' || bytes[at + FLAG] == 'P')
				&& bytes[at + FLAG + 1] == ' ';
	}

	private static void add(Place place, ByteArrayOutputStream target) {
		target.write(place.bytes, place.from, Math.min(place.to - place.from, LineReader.MAX_LINE - target.size()));
	}

}
