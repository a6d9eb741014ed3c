package io.github.ringlog.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import io.github.ringlog.text.ByteText;
import org.jspecify.annotations.Nullable;

/**
 * Writes a line of JSON. Records the positions of an event's strings, where a line that
 * is too long can be cut. Used by one thread.
 */
final class JsonOutput {

	static final int USUAL_SIZE = 512;

	// In bytes. A larger buffer is released, so that one large event does not keep
	// memory.
	static final int MAX_KEPT = 64 * 1024;

	/** The end of a string that was cut. */
	static final String CUT = "... [cut]";

	private static final byte[] CUT_BYTES = CUT.getBytes(StandardCharsets.US_ASCII);

	private static final byte[] CUT_STRING = ('"' + CUT + '"').getBytes(StandardCharsets.US_ASCII);

	private static final byte[] CUT_ARRAY = ("[\"" + CUT + "\"]").getBytes(StandardCharsets.US_ASCII);

	private static final byte[] CUT_OBJECT = ("{\"cut\":\"" + CUT + "\"}").getBytes(StandardCharsets.US_ASCII);

	private static final int LONGEST_ESCAPE = 6;

	private static final int SHORT_ESCAPE = 2;

	private final JsonEscape escape = new JsonEscape();

	// In bytes; 0 for none.
	private final int maxLine;

	private ByteText text = new ByteText(0);

	private int start;

	// Alternating start and end positions of the strings that can be cut.
	private int[] strings = new int[16];

	private int stringCount;

	// The start and the end of a message that is JSON, or 0.
	private int jsonStart;

	private int jsonEnd;

	// Whether a part of the line was omitted.
	private boolean cut;

	/**
	 * Create an output.
	 * @param maxLine the maximum length of a line in bytes, or 0 for no limit
	 */
	JsonOutput(int maxLine) {
		this.maxLine = maxLine;
	}

	void begin(ByteText target) {
		// Storing a reference into an old object costs a barrier of the garbage
		// collector.
		if (this.text != target) {
			this.text = target;
		}
		this.start = target.length();
		this.stringCount = 0;
		this.jsonStart = 0;
		this.jsonEnd = 0;
		this.cut = false;
	}

	/**
	 * Return the line, to append anything but the strings of an event.
	 */
	ByteText text() {
		return this.text;
	}

	/**
	 * Return how many bytes the entries of the MDC may take for their names and for the
	 * parts of their values that can't be cut. The rest of the line needs room, too.
	 */
	int roomForMembers() {
		return (this.maxLine > 0) ? this.maxLine / 3 : Integer.MAX_VALUE;
	}

	/**
	 * Record that members of the line were omitted.
	 */
	void leaveOut() {
		this.cut = true;
	}

	void string(@Nullable String value) {
		if (value == null) {
			raw("null");
			return;
		}
		int from = beginString();
		this.text.append(value);
		endString(from);
	}

	/**
	 * Write a number, or any other value as a string.
	 */
	void value(Object value) {
		if (value instanceof Number number) {
			raw(number.toString());
		}
		else {
			string(value.toString());
		}
	}

	/**
	 * Write a string whose opening quote has been written.
	 */
	void stringThatHasBegun(String value) {
		int from = this.text.length();
		this.text.append(value);
		endString(from);
	}

	void raw(String json) {
		this.text.append(json);
	}

	/**
	 * Write JSON from another source. Characters to escape occur only in its strings, so
	 * replacing them keeps it valid.
	 */
	void rawJson(String json) {
		raw(json.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"));
	}

	/**
	 * Write a message that is JSON. If the line is cut, the message keeps its JSON type.
	 */
	void json(String json) {
		int from = this.text.length();
		rawJson(json);
		if (this.maxLine > 0) {
			this.jsonStart = from;
			this.jsonEnd = this.text.length();
			noteStrings();
		}
	}

	/**
	 * Record the strings of the message that are values: no colon follows them.
	 */
	private void noteStrings() {
		byte[] bytes = this.text.bytes();
		int begin = -1;
		for (int i = this.jsonStart; i < this.jsonEnd; i++) {
			if (bytes[i] == '\\' && begin >= 0) {
				i++;
			}
			else if (bytes[i] == '"' && begin < 0) {
				begin = i + 1;
			}
			else if (bytes[i] == '"') {
				int next = i + 1;
				while (next < this.jsonEnd && bytes[next] == ' ') {
					next++;
				}
				if (next == this.jsonEnd || bytes[next] != ':') {
					note(begin, i);
				}
				begin = -1;
			}
		}
	}

	void raw(byte[] json) {
		this.text.append(json, 0, json.length, false);
	}

	/**
	 * Begin a string that the caller appends unescaped.
	 * @return the index of its first byte
	 */
	int beginString() {
		this.text.appendAscii('"');
		return this.text.length();
	}

	/**
	 * Escape a string, and end it.
	 */
	void endString(int from) {
		this.escape.escape(this.text, from);
		if (this.maxLine > 0) {
			note(from, this.text.length());
		}
		this.text.appendAscii('"');
	}

	private void note(int from, int to) {
		if (to - from <= CUT_BYTES.length) {
			return;
		}
		if (this.stringCount == this.strings.length) {
			this.strings = Arrays.copyOf(this.strings, 2 * this.stringCount);
		}
		this.strings[this.stringCount++] = from;
		this.strings[this.stringCount++] = to;
	}

	/**
	 * End the line. If it is too long, cut its strings, the longest first. If it still
	 * is, replace a message that is JSON by a marker.
	 */
	void end() {
		if (isTooLong()) {
			this.cut = true;
			for (int longest = longest(); longest >= 0 && isTooLong(); longest = longest()) {
				cut(longest);
			}
			if (isTooLong() && this.jsonEnd > this.jsonStart) {
				byte[] left = switch (this.text.bytes()[this.jsonStart]) {
					case '{' -> CUT_OBJECT;
					case '[' -> CUT_ARRAY;
					default -> CUT_STRING;
				};
				this.text.replace(this.jsonStart, this.jsonEnd, left);
			}
		}
		if (this.cut) {
			JsonCounts.cut();
		}
	}

	private boolean isTooLong() {
		return this.maxLine > 0 && this.text.length() - this.start > this.maxLine;
	}

	private int longest() {
		int longest = -1;
		int length = CUT_BYTES.length;
		for (int i = 0; i < this.stringCount; i += 2) {
			if (this.strings[i + 1] - this.strings[i] > length) {
				length = this.strings[i + 1] - this.strings[i];
				longest = i;
			}
		}
		return longest;
	}

	private void cut(int string) {
		int from = this.strings[string];
		int to = this.strings[string + 1];
		int excess = this.text.length() - this.start - this.maxLine;
		int at = wholeCharacters(from, Math.max(from, to - excess - CUT_BYTES.length));
		this.text.replace(at, to, CUT_BYTES);
		int growth = at + CUT_BYTES.length - to;
		this.strings[string + 1] = from;
		this.jsonStart += (this.jsonStart >= to) ? growth : 0;
		this.jsonEnd += (this.jsonEnd >= to) ? growth : 0;
		for (int i = 0; i < this.stringCount; i++) {
			if (this.strings[i] >= to) {
				this.strings[i] += growth;
			}
		}
	}

	/**
	 * Return the last index, up to the given one, that splits neither a character nor an
	 * escape.
	 */
	private int wholeCharacters(int from, int index) {
		byte[] bytes = this.text.bytes();
		int at = index;
		while (at > from && (bytes[at] & 0xC0) == 0x80) {
			at--;
		}
		for (int i = at - 1; i >= Math.max(from, at - LONGEST_ESCAPE + 1); i--) {
			if (bytes[i] == '\\') {
				int first = i;
				while (first > from && bytes[first - 1] == '\\') {
					first--;
				}
				boolean begins = (i - first) % 2 == 0;
				int length = (bytes[i + 1] == 'u') ? LONGEST_ESCAPE : SHORT_ESCAPE;
				return (begins && i + length > at) ? i : at;
			}
		}
		return at;
	}

}
