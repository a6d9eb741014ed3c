package io.github.ringlog.verify;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * A text of others without control characters, so that a terminal does nothing but print
 * it.
 */
final class Printable {

	/** The color of a text. */
	static final Pattern COLOR = Pattern.compile("\u001B\\[[0-9;]*m");

	private static final Pattern LINE_BREAK = Pattern.compile("\r?\n");

	// Those that change the direction of a text among them.
	private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\u2028-\u202E\u2066-\u2069&&[^\n]]");

	private final byte[] bytes;

	Printable(byte[] bytes) {
		this.bytes = bytes;
	}

	/** Return a text without colors, whose lines are indented but for the first. */
	static String of(String text) {
		String plain = COLOR.matcher(text).replaceAll("");
		String indented = LINE_BREAK.matcher(plain).replaceAll("\n    ").replace("\t", "    ");
		return CONTROL.matcher(indented).replaceAll((found) -> "\\\\u%04X".formatted((int) found.group().charAt(0)));
	}

	@Override
	public String toString() {
		return of(new String(this.bytes, StandardCharsets.UTF_8));
	}

}
