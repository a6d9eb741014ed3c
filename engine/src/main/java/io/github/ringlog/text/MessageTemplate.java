package io.github.ringlog.text;

import org.jspecify.annotations.Nullable;

/**
 * A message pattern, split at its placeholders, as bytes. Immutable.
 */
final class MessageTemplate {

	// Patterns are usually literals, so they are compared by identity.
	private static final int CACHED = 1024;

	private static final @Nullable MessageTemplate[] CACHE = new MessageTemplate[CACHED];

	// The last pattern that was not found at each place. A pattern that comes only once
	// is neither cached nor split.
	private static final @Nullable String[] MISSED = new String[CACHED];

	// In characters. A longer pattern is probably made at run time, and does not come
	// again.
	private static final int MAX_LENGTH = 1024;

	private static final byte[][] NOT_CUT = {};

	private final String pattern;

	// The texts before each placeholder and after the last one.
	final byte[][] pieces;

	private final int asciiPieces;

	private MessageTemplate(String pattern) {
		this.pattern = pattern;
		int count = countPlaceholders(pattern);
		ByteText text = new ByteText(pattern.length());
		byte[][] cut = (count > 0 && count < Integer.SIZE) ? new byte[count + 1][] : NOT_CUT;
		int ascii = 0;
		int from = 0;
		for (int i = 0; i < cut.length; i++) {
			int to = (i < count) ? pattern.indexOf("{}", from) : pattern.length();
			text.clear();
			text.append(pattern.substring(from, to));
			if (text.isMalformed()) {
				cut = NOT_CUT;
				break;
			}
			cut[i] = text.copy();
			ascii |= text.isAscii() ? 1 << i : 0;
			from = to + 2;
		}
		this.pieces = cut;
		this.asciiPieces = ascii;
	}

	/**
	 * Return the number of placeholders; 0 if there is a backslash, whose escapes are
	 * left to Log4j.
	 */
	private static int countPlaceholders(String pattern) {
		if (pattern.indexOf('\\') >= 0) {
			return 0;
		}
		int count = 0;
		for (int at = pattern.indexOf("{}"); at >= 0; at = pattern.indexOf("{}", at + 2)) {
			count++;
		}
		return count;
	}

	/**
	 * Find the template of a pattern. Threads may create the same template at the same
	 * time; the race is harmless.
	 * @return the template, or {@code null} if the pattern is long or was not seen
	 * recently
	 */
	static @Nullable MessageTemplate of(String pattern) {
		if (pattern.length() > MAX_LENGTH) {
			return null;
		}
		int hash = pattern.hashCode();
		int index = (hash ^ (hash >>> 16)) & (CACHED - 1);
		MessageTemplate found = CACHE[index];
		if (found != null && found.pattern == pattern) {
			return found;
		}
		if (MISSED[index] != pattern) {
			MISSED[index] = pattern;
			return null;
		}
		found = new MessageTemplate(pattern);
		CACHE[index] = found;
		return found;
	}

	/**
	 * Return whether the template has exactly as many placeholders as there are
	 * parameters, and at least one.
	 */
	boolean takes(int parameters) {
		return this.pieces.length == parameters + 1 && parameters > 0;
	}

	void appendPiece(int index, ByteText text) {
		byte[] piece = this.pieces[index];
		text.append(piece, 0, piece.length, (this.asciiPieces & 1 << index) != 0);
	}

}
