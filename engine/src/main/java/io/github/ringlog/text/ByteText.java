package io.github.ringlog.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * A text under construction as UTF-8 bytes, in an array that grows. What it appends reads
 * as the same value does in a {@link StringBuilder}; half of a surrogate pair becomes a
 * question mark, as in {@link String#getBytes}. Used by one thread.
 */
public final class ByteText {

	private static final int MAX_BYTES_A_CHAR = 3;

	// In characters. Java's encoder costs some 15 ns per chunk; ASCII costs little more.
	private static final int CHUNK = 512;

	// In characters. Most texts are shorter.
	private static final int SMALL_CHUNK = 64;

	// In characters. A loop is faster than the encoder up to here.
	private static final int SHORT = 24;

	// In bytes. A loop that takes no memory is fast enough up to here.
	private static final int MAX_LOOP = 128;

	private static final byte[] MIN_LONG = { '-', '9', '2', '2', '3', '3', '7', '2', '0', '3', '6', '8', '5', '4', '7',
			'7', '5', '8', '0', '8' };

	private static final int MAX_DIGITS = 20;

	private static final CharBuffer NO_CHARS = CharBuffer.allocate(0);

	private static final int[] NO_PLACES = {};

	private static final ThreadLocal<char[]> CHARS = ThreadLocal.withInitial(() -> new char[MAX_LOOP]);

	private static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0);

	// Both are made when they are used, and the buffer of bytes, too: many threads log
	// once.
	private @Nullable CharsetEncoder encoder;

	private CharBuffer chunk = NO_CHARS;

	private final int capacity;

	private ByteBuffer buffer = NO_BYTES;

	// Those of the buffer.
	private byte[] bytes = NO_BYTES.array();

	private int length;

	private boolean ascii = true;

	// Halves of surrogate pairs, and the index of the question mark that stands for each.
	// Made when there is one; as many as the builder has.
	private @Nullable StringBuilder halves;

	private int[] places = NO_PLACES;

	/**
	 * Make an empty text.
	 * @param capacity how many bytes there is room for at first
	 */
	public ByteText(int capacity) {
		this.capacity = capacity;
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
		return this.halves != null;
	}

	/**
	 * Return the text as characters, each half of a surrogate pair included.
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
	 * Forget the text.
	 */
	public void clear() {
		this.length = 0;
		this.ascii = true;
		if (this.halves != null) {
			this.halves = null;
		}
	}

	/**
	 * Forget the text, and an array that is large. Takes no memory.
	 * @param maxKept how many bytes the array may have to be kept
	 */
	public void clear(int maxKept) {
		clear();
		if (this.bytes.length > maxKept) {
			this.buffer = NO_BYTES;
			this.bytes = NO_BYTES.array();
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
	 * @param last whether none follow that a surrogate pair could go on with
	 * @return how many were taken: all, or all but the first half of a pair
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
	 * @param character the character; half of a surrogate pair is one by itself
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
	 * Forget the end of the text.
	 * @param newLength how many bytes remain
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
	 * Replace a part by ASCII bytes. What the text is as characters is unknown then.
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
			int size = Math.max(this.capacity, 2 * this.bytes.length);
			this.buffer = ByteBuffer.wrap(Arrays.copyOf(this.bytes, Math.max(needed, size)));
			this.bytes = this.buffer.array();
		}
	}

	/**
	 * Append ASCII bytes to characters. A long text takes memory for a string, because a
	 * builder takes over nothing else at once.
	 * @param source the array
	 * @param offset where the text begins
	 * @param count how many bytes it has
	 * @param target where it goes
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
