package io.github.ringlog.access;

import org.jspecify.annotations.Nullable;

/**
 * A line of the access log that is being written. Nothing that a client sent can end the
 * line, or the quotes it is in: all but printable ASCII is escaped.
 */
abstract class AccessLogLine {

	private static final char[] HEX = "0123456789abcdef".toCharArray();

	private final StringBuilder text = new StringBuilder(256);

	abstract void write(Exchange exchange, @Nullable String traceId);

	final StringBuilder text() {
		return this.text;
	}

	/**
	 * Append a value with its quotes and backslashes escaped by a backslash, as Apache
	 * does.
	 */
	final void appendEscaped(String value) {
		for (int i = 0; i < value.length(); i++) {
			char character = value.charAt(i);
			if (character == '"' || character == '\\') {
				this.text.append('\\').append(character);
			}
			else if (character >= 0x20 && character < 0x7f) {
				this.text.append(character);
			}
			else if (character < 0x100) {
				this.text.append("\\x");
				appendHex(character, 4);
			}
			else {
				this.text.append("\\u");
				appendHex(character, 12);
			}
		}
	}

	private void appendHex(char character, int highestShift) {
		for (int shift = highestShift; shift >= 0; shift -= 4) {
			this.text.append(HEX[character >> shift & 0xf]);
		}
	}

}
