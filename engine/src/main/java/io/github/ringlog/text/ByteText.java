package io.github.ringlog.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * Builds a text as UTF-8 bytes in a growing array. Values are printed as by a
 * {@link StringBuilder}; an unpaired surrogate becomes a question mark, as in
 * {@link String#getBytes}. Used by one thread.
 */
public final class ByteText {

	private static final int MAX_BYTES_A_CHAR = 3;

	// In characters. Java's encoder costs some 15 ns per chunk; ASCII costs little more.
	private static final int CHUNK = 512;

	// In characters. Most texts are shorter.
	private static final int SMALL_CHUNK = 64;

	// In characters. Up to this length, a loop is faster than the encoder.
	private static final int SHORT = 24;

	// In bytes. Up to this length, a loop that allocates nothing is fast enough.
	private static final int MAX_LOOP = 128;

	private static final byte[] MIN_LONG = { '-', '9', '2', '2', '3', '3', '7', '2', '0', '3', '6', '8', '5', '4', '7',
			'7', '5', '8', '0', '8' };

	private static final int MAX_DIGITS = 20;

	private static final CharBuffer NO_CHARS = CharBuffer.allocate(0);

	private static final int[] NO_PLACES = {};

	private static final ThreadLocal<char[]> CHARS = ThreadLocal.withInitial(() -> new char[MAX_LOOP]);

	private static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0);

	// Both are created on first use, like the buffer of bytes: many threads log only
	// once.
	private @Nullable CharsetEncoder encoder;

	private CharBuffer chunk = NO_CHARS;

	private final int capacity;

	private ByteBuffer buffer = NO_BYTES;

	// The array of the buffer.
	private byte[] bytes = NO_BYTES.array();

	private int length;

	private boolean ascii = true;

	// The unpaired surrogates, and the index of the question mark that replaces each.
	// Created for the first one; the builder's length is their number.
	private @Nullable StringBuilder halves;

	private int[] places = NO_PLACES;

	/**
	 * Create an empty text.
	 * @param capacity the initial capacity in bytes
	 */
	public ByteText(int capacity) {
		this.capacity = capacity;
	}

	/**
	 * Return the array with the bytes.
	 * @return the array, whose first {@link #length()} bytes are the text; replaced when
	 * the text grows
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
	 * Return whether all characters are ASCII, so that each byte is a character.
	 * @return whether the text is ASCII
	 */
	public boolean isAscii() {
		return this.ascii;
	}

	/**
	 * Return whether a question mark replaces an unpaired surrogate.
	 * @return whether the bytes differ from the characters that were appended
	 */
	public boolean isMalformed() {
		return this.halves != null && !this.halves.isEmpty();
	}

	/**
	 * Return the text as characters, unpaired surrogates included.
	 * @return the text
	 */
	@Override
	public String toString() {
		StringBuilder text = new StringBuilder();
		int from = 0;
		for (int i = 0; this.halves != null && i < this.halves.length(); i++) {
			text.append(new String(this.bytes, from, this.places[i] - from, StandardCharsets.UTF_8))
				.append(this.halves.charAt(i));
			from = this.places[i] + 1;
		}
		return text.append(new String(this.bytes, from, this.length - from, StandardCharsets.UTF_8)).toString();
	}

	/**
	 * Clear the text.
	 */
	public void clear() {
		this.length = 0;
		this.ascii = true;
		if (this.halves != null) {
			this.halves = null;
		}
	}

	/**
	 * Clear the text, and release a large array. Allocates nothing.
	 * @param maxKept the largest array to keep, in bytes
	 */
	public void clear(int maxKept) {
		clear();
		if (this.bytes.length > maxKept) {
			this.buffer = NO_BYTES;
			this.bytes = NO_BYTES.array();
		}
	}

	/**
	 * Return a copy of the bytes.
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
		for (int i = 0; other.halves != null && i < other.halves.length(); i++) {
			addHalf(other.halves.charAt(i), this.length + other.places[i]);
		}
		append(other.bytes, 0, other.length, other.ascii);
	}

	private void addHalf(char half, int place) {
		StringBuilder found = this.halves;
		if (found == null) {
			found = new StringBuilder();
			this.halves = found;
		}
		int count = found.length();
		if (this.places.length == count) {
			this.places = Arrays.copyOf(this.places, 2 * count + 1);
		}
		this.places[count] = place;
		found.append(half);
	}

	/**
	 * Append a text that is already encoded.
	 * @param source the array
	 * @param offset the index of the first byte
	 * @param count the number of bytes
	 * @param sourceIsAscii whether all of them are ASCII
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
		if (count > SHORT) {
			encode(text, 0, count);
			return;
		}
		reserve(count);
		byte[] target = this.bytes;
		int at = this.length;
		for (int i = 0; i < count; i++) {
			char character = text.charAt(i);
			if (character >= 0x80) {
				this.length = at + i;
				encode(text, i, count);
				return;
			}
			target[at + i] = (byte) character;
		}
		this.length = at + count;
	}

	private void encode(String text, int start, int count) {
		for (int from = start; from < count;) {
			int to = Math.min(from + CHUNK, count);
			text.getChars(from, to, chunk(to - from), 0);
			from += encode(to - from, to == count);
		}
	}

	private char[] chunk(int count) {
		if (this.chunk.capacity() < count) {
			this.chunk = CharBuffer.allocate((count <= SMALL_CHUNK) ? SMALL_CHUNK : CHUNK);
		}
		return this.chunk.array();
	}

	/**
	 * Append a text.
	 * @param text the text
	 */
	public void append(StringBuilder text) {
		int count = text.length();
		for (int from = 0; from < count;) {
			int to = Math.min(from + CHUNK, count);
			text.getChars(from, to, chunk(to - from), 0);
			from += encode(to - from, to == count);
		}
	}

	/**
	 * Append the characters of the chunk.
	 * @param last whether the text ends here, so that no second half of a surrogate pair
	 * can follow
	 * @return the number of characters taken: all, or all but the first half of a pair
	 */
	private int encode(int count, boolean last) {
		CharBuffer source = this.chunk.limit(count).position(0);
		int start = this.length;
		reserve(count);
		CharsetEncoder current = this.encoder;
		if (current == null) {
			current = StandardCharsets.UTF_8.newEncoder();
			this.encoder = current;
		}
		current.reset();
		CoderResult result;
		do {
			ByteBuffer target = this.buffer.position(this.length);
			result = current.encode(source, target, last);
			this.length = target.position();
			if (result.isOverflow()) {
				reserve(MAX_BYTES_A_CHAR * source.remaining());
			}
			else if (result.isError()) {
				this.ascii = false;
				addHalf(source.get(), this.length);
				appendAscii('?');
			}
		}
		while (!result.isUnderflow());
		this.ascii &= this.length - start == source.position();
		return source.position();
	}

	/**
	 * Append a character.
	 * @param character the character; a surrogate counts as unpaired
	 */
	public void append(char character) {
		chunk(1)[0] = character;
		encode(1, true);
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
	 * Truncate the text.
	 * @param newLength the new length in bytes
	 */
	public void truncate(int newLength) {
		this.length = newLength;
		StringBuilder found = this.halves;
		for (int i = 0; found != null && i < found.length(); i++) {
			if (this.places[i] >= newLength) {
				found.setLength(i);
			}
		}
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
	 * @param digits the number of digits, zeros included
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
	 * Replace a part by ASCII bytes. Afterwards the indices of unpaired surrogates, and
	 * so {@link #toString()}, are not valid.
	 * @param from the index of its first byte
	 * @param to the index after its last byte
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
			int size = Math.max(this.capacity, 2 * this.bytes.length);
			this.buffer = ByteBuffer.wrap(Arrays.copyOf(this.bytes, Math.max(needed, size)));
			this.bytes = this.buffer.array();
		}
	}

	/**
	 * Append ASCII bytes to a builder. A long text allocates a string, because a builder
	 * can't take over bytes at once.
	 * @param source the array
	 * @param offset the index of the first byte
	 * @param count the number of bytes
	 * @param target the builder
	 */
	public static void appendAscii(byte[] source, int offset, int count, StringBuilder target) {
		if (count > MAX_LOOP) {
			target.append(new String(source, offset, count, StandardCharsets.ISO_8859_1));
			return;
		}
		char[] chars = CHARS.get();
		for (int i = 0; i < count; i++) {
			chars[i] = (char) source[offset + i];
		}
		target.append(chars, 0, count);
	}

}
