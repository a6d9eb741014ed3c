package io.github.ringlog.verify;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Lines of a container runtime (CRI): each has a time, a stream and a flag before it, as
 * in {@code 2026-11-25T02:14:51.123456789Z stdout F}. The flag {@code P} stands before a
 * part of a line that goes on with the next one of the stream.
 */
final class ContainerLines {

	private static final int MIN_TIME = 20;

	private static final int MAX_TIME = 60;

	private static final Pattern FLAG = Pattern.compile(" std(?:out|err) [FP] ");

	private static final int FLAG_LENGTH = 10;

	// By the stream.
	private final Map<Character, ByteArrayOutputStream> parts = new HashMap<>();

	/**
	 * Take the prefix away, and put the parts of a line together.
	 * @param place the line; one without a prefix stays as it is
	 * @return whether the line is whole
	 */
	boolean accept(Place place) {
		byte[] bytes = place.bytes;
		int space = place.from + MIN_TIME;
		int end = Math.min(place.to, place.from + MAX_TIME) - FLAG_LENGTH;
		if (space > end || bytes[place.from + 10] != 'T') {
			return true;
		}
		while (space < end && bytes[space] != ' ') {
			space++;
		}
		String flag = new String(bytes, space, FLAG_LENGTH, StandardCharsets.ISO_8859_1);
		if (!FLAG.matcher(flag).matches()) {
			return true;
		}
		place.from = space + FLAG_LENGTH;
		char stream = flag.charAt(4);
		ByteArrayOutputStream begun = this.parts.get(stream);
		if (flag.charAt(FLAG_LENGTH - 2) == 'P') {
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

	private static void add(Place place, ByteArrayOutputStream target) {
		target.write(place.bytes, place.from, Math.min(place.to - place.from, LineReader.MAX_LINE - target.size()));
	}

}
