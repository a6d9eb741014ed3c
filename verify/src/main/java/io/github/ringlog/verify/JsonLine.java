package io.github.ringlog.verify;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/**
 * Reads the members of a JSON object that have its number: {@code run} and
 * {@code event.sequence}, as a name with a dot or as an object in an object, and with the
 * underscore that GELF puts before them; and the message. All the rest is only checked.
 */
final class JsonLine {

	private static final int MAX_DEPTH = 200;

	private byte[] bytes = new byte[0];

	private int at;

	private int to;

	// The last string that was read, between its quotes.
	private int textFrom;

	private int textTo;

	@Nullable String run;

	@Nullable String sequence;

	@Nullable String message;

	private boolean ambiguous;

	/**
	 * Read an object.
	 * @return whether there is one and nothing else, and its members do not contradict
	 * each other
	 */
	boolean read(byte[] line, int from, int until) {
		this.bytes = line;
		this.at = from;
		this.to = until;
		this.run = null;
		this.sequence = null;
		this.message = null;
		this.ambiguous = false;
		skipBlanks();
		if (!readObject(0, "")) {
			return false;
		}
		skipBlanks();
		return this.at == this.to && !this.ambiguous;
	}

	private boolean readObject(int depth, String path) {
		if (depth > MAX_DEPTH || !accept('{')) {
			return false;
		}
		skipBlanks();
		if (accept('}')) {
			return true;
		}
		do {
			skipBlanks();
			if (!readString()) {
				return false;
			}
			Member member = (depth <= 1) ? Member.of(this.bytes, this.textFrom, this.textTo, path) : Member.OTHER;
			skipBlanks();
			if (!accept(':') || !readValue(depth, member)) {
				return false;
			}
			skipBlanks();
		}
		while (accept(','));
		return accept('}');
	}

	private boolean readValue(int depth, Member member) {
		skipBlanks();
		if (this.at >= this.to) {
			return false;
		}
		return switch (this.bytes[this.at]) {
			case '{' -> readObject(depth + 1, (depth == 0) ? member.path : "-");
			case '[' -> readArray(depth + 1);
			case '"' -> readString() && take(member, this.textFrom, this.textTo, true);
			default -> readPlain(member);
		};
	}

	private boolean readArray(int depth) {
		if (depth > MAX_DEPTH || !accept('[')) {
			return false;
		}
		skipBlanks();
		if (accept(']')) {
			return true;
		}
		do {
			if (!readValue(depth, Member.OTHER)) {
				return false;
			}
			skipBlanks();
		}
		while (accept(','));
		return accept(']');
	}

	/**
	 * Read a number, true, false or null.
	 */
	private boolean readPlain(Member member) {
		int from = this.at;
		while (this.at < this.to && isPlain(this.bytes[this.at])) {
			this.at++;
		}
		String text = (this.at - from <= 40) ? new String(this.bytes, from, this.at - from, StandardCharsets.US_ASCII)
				: "";
		boolean valid = switch (text) {
			case "true", "false", "null" -> true;
			default -> isNumber(from, this.at);
		};
		return valid && take(member, from, this.at, false);
	}

	private boolean isNumber(int from, int until) {
		boolean digits = false;
		for (int i = from; i < until; i++) {
			byte character = this.bytes[i];
			digits |= character >= '0' && character <= '9';
			if (character >= 'a' && character <= 'z' && character != 'e') {
				return false;
			}
		}
		return digits;
	}

	private static boolean isPlain(byte character) {
		return (character >= '0' && character <= '9') || (character >= 'a' && character <= 'z') || character == '-'
				|| character == '+' || character == '.' || character == 'E';
	}

	private boolean readString() {
		if (!accept('"')) {
			return false;
		}
		this.textFrom = this.at;
		while (this.at < this.to) {
			byte character = this.bytes[this.at++];
			if (character == '"') {
				this.textTo = this.at - 1;
				return true;
			}
			if (character == '\\') {
				this.at++;
			}
			else if (character >= 0 && character < ' ') {
				return false;
			}
		}
		return false;
	}

	private boolean take(Member member, int from, int until, boolean isText) {
		switch (member) {
			case RUN -> this.run = onlyOne(this.run, from, until);
			case SEQUENCE -> this.sequence = onlyOne(this.sequence, from, until);
			case MESSAGE -> {
				if (this.message == null && isText) {
					this.message = text(from, Math.min(until, from + Receipt.MAX_LENGTH));
				}
			}
			default -> {
			}
		}
		return true;
	}

	private String onlyOne(@Nullable String before, int from, int until) {
		String text = text(from, until);
		this.ambiguous |= before != null && !before.equals(text);
		return text;
	}

	private String text(int from, int until) {
		return new String(this.bytes, from, until - from, StandardCharsets.UTF_8);
	}

	private boolean accept(char character) {
		if (this.at < this.to && this.bytes[this.at] == character) {
			this.at++;
			return true;
		}
		return false;
	}

	private void skipBlanks() {
		while (this.at < this.to && (this.bytes[this.at] == ' ' || this.bytes[this.at] == '\t')) {
			this.at++;
		}
	}

	/**
	 * A member that matters, or one that does not.
	 */
	private enum Member {

		RUN("-"), SEQUENCE("-"), MESSAGE("-"), EVENT("event."), LABELS("labels."), OTHER("-");

		private final String path;

		Member(String path) {
			this.path = path;
		}

		static Member of(byte[] bytes, int from, int to, String path) {
			int length = to - from;
			if (length > 20 || path.equals("-")) {
				return OTHER;
			}
			boolean underscore = length > 0 && bytes[from] == '_' && path.isEmpty();
			String name = path + new String(bytes, underscore ? from + 1 : from, underscore ? length - 1 : length,
					StandardCharsets.UTF_8);
			return switch (name) {
				case "run", "labels.run" -> RUN;
				case "event.sequence", "event_sequence" -> SEQUENCE;
				case "message", "short_message" -> MESSAGE;
				case "event" -> EVENT;
				case "labels" -> LABELS;
				default -> OTHER;
			};
		}

	}

}
