package io.github.ringlog.verify;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Reads the members of a JSON object that tell its number: {@code run} and
 * {@code event.sequence}, as a name with a dot or as an object in an object, and with the
 * underscore that GELF puts before them; the logger and the message. Of all the rest it
 * knows where it begins and ends.
 */
final class JsonLine {

	private static final Map<String, String> NAMES = Map.of("run", "run", "labels.run", "run", "event.sequence",
			"sequence", "event_sequence", "sequence", "log.logger", "logger", "logger", "logger", "logger_name",
			"logger", "log_logger", "logger", "message", "message", "short_message", "message");

	private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

	private static final int MAX_NAME = 20;

	private final Map<String, String> members = new HashMap<>();

	private byte[] bytes = new byte[0];

	private int at;

	private int to;

	// How many objects and arrays are open.
	private int depth;

	// The member whose value comes; empty if it does not matter.
	private String name = "";

	// What the names in the object at depth 2 begin with.
	private String outer = "";

	private boolean ambiguous;

	/**
	 * Read an object.
	 * @return whether there is one and nothing else, and its members do not contradict
	 * each other
	 */
	boolean read(Place place) {
		this.bytes = place.bytes;
		this.at = place.from;
		this.to = place.to;
		this.depth = 0;
		this.members.clear();
		this.ambiguous = false;
		boolean more = true;
		while (more && this.at < this.to) {
			more = readToken(this.bytes[this.at++]);
		}
		return more && this.depth == 0 && !this.ambiguous;
	}

	/** Return the number, or 0 if there is none. */
	long sequence() {
		Matcher digits = DIGITS.matcher(this.members.getOrDefault("sequence", ""));
		return digits.matches() ? Long.parseLong(digits.group()) : 0;
	}

	/** Return the name of the run, the logger or the message. */
	@Nullable String get(String member) {
		return this.members.get(member);
	}

	/**
	 * Read a token.
	 * @return whether it can be there
	 */
	private boolean readToken(byte first) {
		switch (first) {
			case ' ', '\t', ',', ':' -> {
				return true;
			}
			case '{', '[' -> {
				if (++this.depth == 2) {
					this.outer = (first == '{') ? this.name + "." : "-";
				}
				this.name = "";
				return this.depth > 1 || first == '{';
			}
			case '}', ']' -> {
				this.name = "";
				// Nothing follows the end of the object.
				return --this.depth > 0 || (this.depth == 0 && skipBlanks(this.at) == this.to);
			}
			case '"' -> {
				return this.depth > 0 && readString(this.at);
			}
			default -> {
				int from = this.at - 1;
				while (this.at < this.to && isPlain(this.bytes[this.at])) {
					this.at++;
				}
				take(from, this.at);
				return this.depth > 0 && isPlain(first);
			}
		}
	}

	/** Return whether a character is one of numbers, true, false and null. */
	private static boolean isPlain(byte character) {
		return (character >= '0' && character <= '9') || (character >= 'a' && character <= 'z') || character == '-'
				|| character == '+' || character == '.' || character == 'E';
	}

	private int skipBlanks(int from) {
		int next = from;
		while (next < this.to && (this.bytes[next] == ' ' || this.bytes[next] == '\t')) {
			next++;
		}
		return next;
	}

	private boolean readString(int from) {
		int end = from;
		while (end < this.to && this.bytes[end] != '"') {
			if (this.bytes[end] >= 0 && this.bytes[end] < ' ') {
				return false;
			}
			end += (this.bytes[end] == '\\') ? 2 : 1;
		}
		this.at = end + 1;
		int next = skipBlanks(this.at);
		if (next < this.to && this.bytes[next] == ':') {
			this.name = (end - from <= MAX_NAME && this.depth <= 2) ? text(from, end) : "";
		}
		else if (end < this.to) {
			take(from, end);
		}
		return end < this.to;
	}

	private void take(int from, int until) {
		String path = ((this.depth == 1) ? "" : this.outer)
				+ (this.name.startsWith("_") ? this.name.substring(1) : this.name);
		String member = NAMES.get(path);
		this.name = "";
		if (member != null) {
			String text = text(from, Math.min(until, from + Receipt.MAX_LENGTH));
			String before = this.members.putIfAbsent(member, text);
			this.ambiguous |= before != null && !before.equals(text);
		}
	}

	private String text(int from, int until) {
		return new String(this.bytes, from, until - from, StandardCharsets.UTF_8);
	}

}
