package io.github.ringlog.text;

import java.util.Arrays;

/**
 * A text under construction as UTF-8 bytes, in an array that grows. What it appends reads
 * as the same value does in a {@link StringBuilder}; half of a surrogate pair becomes a
 * question mark, as Java's encoders have it. Used by one thread.
 */
public final class ByteText {

	private static final int MAX_BYTES_A_CHAR = 3;

	// What is copied to characters at a time.
	private static final int CHUNK = 128;

	// So long a text is copied out in one go before it is narrowed.
	private static final int WORTH_A_COPY = 24;

	private static final byte[] MIN_LONG = { '-', '9', '2', '2', '3', '3', '7', '2', '0', '3', '6', '8', '5', '4', '7',
			'7', '5', '8', '0', '8' };

	private static final int MAX_DIGITS = 20;

	private static final ThreadLocal<char[]> CHARS = ThreadLocal.withInitial(() -> new char[CHUNK]);

	private final char[] chunk = new char[CHUNK];

	// Kept while a long text has another one: to forget a text takes no memory.
	private final byte[] initial;

	private byte[] bytes;

	private int length;

	private boolean ascii = true;

	private boolean malformed;

	/**
	 * Make an empty text.
	 * @param capacity how many bytes there is room for at first
	 */
	public ByteText(int capacity) {
		this.initial = new byte[capacity];
		this.bytes = this.initial;
	}

	/**
	 * Return the array with the bytes.
	 * @return the array, of which the first {@link #length()} bytes are the text; another
	 * one once the text has grown
	 */
	public byte[] bytes() {
		return this.bytes;
	}

	/**
	 * Return the number of bytes.
	 * @return the number of bytes
	 */
	public int length() {
		return this.length;
	}

	/**
	 * Return whether each byte is a character.
	 * @return whether all characters are ASCII
	 */
	public boolean isAscii() {
		return this.ascii;
	}

	/**
	 * Return whether a question mark stands for half of a surrogate pair.
	 * @return whether the bytes are not all of what was appended
	 */
	public boolean isMalformed() {
		return this.malformed;
	}

	/**
	 * Forget the text.
	 */
	public void clear() {
		this.length = 0;
		this.ascii = true;
		this.malformed = false;
	}

	/**
	 * Forget the text, and an array that is large. Takes no memory.
	 * @param maxKept how many bytes the array may have to be kept
	 */
	public void clear(int maxKept) {
		clear();
		if (this.bytes.length > maxKept) {
			this.bytes = this.initial;
		}
	}

	/**
	 * Return the bytes.
	 * @return a new array
	 */
	public byte[] copy() {
		return Arrays.copyOf(this.bytes, this.length);
	}

	/**
	 * Append another text.
	 * @param other the other text
	 */
	public void append(ByteText other) {
		append(other.bytes, 0, other.length, other.ascii);
		this.malformed |= other.malformed;
	}

	/**
	 * Append a text that is encoded already.
	 * @param source the array
	 * @param offset where the text begins
	 * @param count how many bytes it has
	 * @param sourceIsAscii whether each of them is a character
	 */
	public void append(byte[] source, int offset, int count, boolean sourceIsAscii) {
		reserve(count);
		System.arraycopy(source, offset, this.bytes, this.length, count);
		this.length += count;
		this.ascii &= sourceIsAscii;
	}

	/**
	 * Append a text.
	 * @param text the text
	 */
	public void append(String text) {
		int count = text.length();
		if (count > WORTH_A_COPY) {
			for (int from = 0; from < count;) {
				int taken = Math.min(CHUNK, count - from);
				text.getChars(from, from + taken, this.chunk, 0);
				from += append(this.chunk, taken, from + taken == count);
			}
			return;
		}
		reserve(count);
		byte[] target = this.bytes;
		int at = this.length;
		for (int i = 0; i < count; i++) {
			char character = text.charAt(i);
			if (character >= 0x80) {
				text.getChars(i, count, this.chunk, 0);
				this.length = at + i;
				append(this.chunk, count - i, true);
				return;
			}
			target[at + i] = (byte) character;
		}
		this.length = at + count;
	}

	/**
	 * Append a text.
	 * @param text the text
	 */
	public void append(StringBuilder text) {
		int count = text.length();
		for (int from = 0; from < count;) {
			int taken = Math.min(CHUNK, count - from);
			text.getChars(from, from + taken, this.chunk, 0);
			from += append(this.chunk, taken, from + taken == count);
		}
	}

	/**
	 * Append characters.
	 * @param last whether none follow that a surrogate pair could go on with
	 * @return how many were taken: all, or all but the first half of a pair
	 */
	private int append(char[] characters, int count, boolean last) {
		reserve(count);
		byte[] target = this.bytes;
		int at = this.length;
		int all = 0;
		for (int i = 0; i < count; i++) {
			char character = characters[i];
			all |= character;
			target[at + i] = (byte) character;
		}
		if (all < 0x80) {
			this.length = at + count;
			return count;
		}
		this.ascii = false;
		return encode(characters, count, last);
	}

	private int encode(char[] characters, int count, boolean last) {
		reserve(MAX_BYTES_A_CHAR * count);
		byte[] target = this.bytes;
		int at = this.length;
		int i = 0;
		while (i < count) {
			char character = characters[i];
			if (character < 0x80) {
				target[at++] = (byte) character;
			}
			else if (character < 0x800) {
				target[at++] = (byte) (0xC0 | character >> 6);
				target[at++] = (byte) (0x80 | character & 0x3F);
			}
			else if (!Character.isSurrogate(character)) {
				target[at++] = (byte) (0xE0 | character >> 12);
				target[at++] = (byte) (0x80 | character >> 6 & 0x3F);
				target[at++] = (byte) (0x80 | character & 0x3F);
			}
			else if (Character.isHighSurrogate(character) && i + 1 == count && !last) {
				break;
			}
			else if (Character.isHighSurrogate(character) && i + 1 < count
					&& Character.isLowSurrogate(characters[i + 1])) {
				int point = Character.toCodePoint(character, characters[++i]);
				target[at++] = (byte) (0xF0 | point >> 18);
				target[at++] = (byte) (0x80 | point >> 12 & 0x3F);
				target[at++] = (byte) (0x80 | point >> 6 & 0x3F);
				target[at++] = (byte) (0x80 | point & 0x3F);
			}
			else {
				this.malformed = true;
				target[at++] = '?';
			}
			i++;
		}
		this.length = at;
		return i;
	}

	/**
	 * Append a character.
	 * @param character the character; half of a surrogate pair is one by itself
	 */
	public void append(char character) {
		this.chunk[0] = character;
		append(this.chunk, 1, true);
	}

	/**
	 * Append a number, in decimal.
	 * @param number the number
	 */
	public void append(long number) {
		if (number == Long.MIN_VALUE) {
			append(MIN_LONG, 0, MIN_LONG.length, true);
			return;
		}
		reserve(MAX_DIGITS);
		long rest = number;
		if (rest < 0) {
			this.bytes[this.length++] = '-';
			rest = -rest;
		}
		int digits = digits(rest);
		int at = this.length + digits;
		this.length = at;
		while (rest > Integer.MAX_VALUE) {
			long next = rest / 10;
			this.bytes[--at] = (byte) ('0' + (rest - 10 * next));
			rest = next;
		}
		int small = (int) rest;
		do {
			int next = small / 10;
			this.bytes[--at] = (byte) ('0' + (small - 10 * next));
			small = next;
		}
		while (small > 0);
	}

	private static int digits(long number) {
		int digits = 1;
		long limit = 10;
		while (number >= limit && digits < MAX_DIGITS - 1) {
			digits++;
			limit *= 10;
		}
		return digits;
	}

	/**
	 * Forget the end of the text.
	 * @param newLength how many bytes remain
	 */
	public void truncate(int newLength) {
		this.length = newLength;
	}

	/**
	 * Append an ASCII character.
	 * @param character the character
	 */
	public void appendAscii(char character) {
		reserve(1);
		this.bytes[this.length++] = (byte) character;
	}

	/**
	 * Append a number, in decimal, with zeros before it.
	 * @param number the number, not negative
	 * @param digits how many digits there are
	 */
	public void appendPadded(int number, int digits) {
		reserve(digits);
		int rest = number;
		for (int at = this.length + digits - 1; at >= this.length; at--) {
			this.bytes[at] = (byte) ('0' + rest % 10);
			rest /= 10;
		}
		this.length += digits;
	}

	/**
	 * Replace a part by ASCII bytes.
	 * @param from where the part begins
	 * @param to where it ends
	 * @param replacement the bytes
	 */
	public void replace(int from, int to, byte[] replacement) {
		int growth = replacement.length - (to - from);
		reserve(Math.max(growth, 0));
		System.arraycopy(this.bytes, to, this.bytes, to + growth, this.length - to);
		System.arraycopy(replacement, 0, this.bytes, from, replacement.length);
		this.length += growth;
	}

	private void reserve(int count) {
		int needed = Math.addExact(this.length, count);
		if (needed > this.bytes.length) {
			this.bytes = Arrays.copyOf(this.bytes, Math.max(needed, 2 * this.bytes.length));
		}
	}

	/**
	 * Append ASCII bytes to characters.
	 * @param source the array
	 * @param offset where the text begins
	 * @param count how many bytes it has
	 * @param target where it goes
	 */
	public static void appendAscii(byte[] source, int offset, int count, StringBuilder target) {
		char[] chars = CHARS.get();
		for (int from = 0; from < count; from += CHUNK) {
			int taken = Math.min(CHUNK, count - from);
			for (int i = 0; i < taken; i++) {
				chars[i] = (char) source[offset + from + i];
			}
			target.append(chars, 0, taken);
		}
	}

}
