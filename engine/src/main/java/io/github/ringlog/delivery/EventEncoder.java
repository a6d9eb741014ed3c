package io.github.ringlog.delivery;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

import io.github.ringlog.location.Reading;
import io.github.ringlog.pattern.BytePattern;
import io.github.ringlog.pattern.LineBreaks;
import io.github.ringlog.pattern.Sanitizer;
import io.github.ringlog.text.ByteEncoder;
import io.github.ringlog.text.ByteText;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.layout.ByteBufferDestination;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.jspecify.annotations.Nullable;

/**
 * Encodes an event as bytes: those of the layout, or sanitized ones if control characters
 * must not be printed. Patterns in UTF-8 or ASCII, and JSON, are printed as bytes,
 * without a string in between. Used by one thread at a time.
 */
final class EventEncoder implements ByteBufferDestination {

	static final int INITIAL_SIZE = 1024;

	static final int MAX_KEPT_SIZE = 64 * 1024;

	private final Layout<? extends Serializable> layout;

	// Null if line breaks are kept, or if the layout is not a pattern.
	private final @Nullable Sanitizer sanitizer;

	// Null if only the layout can print.
	private final @Nullable BytePattern pattern;

	// Null if only the layout can encode.
	private final @Nullable ByteEncoder encoder;

	private final Charset charset;

	private final ByteText text = new ByteText(INITIAL_SIZE);

	// Created when there is something to sanitize; released by end() if it is large.
	private @Nullable StringBuilder characters;

	// Whether the bytes are in the text. If not, they are in the buffer.
	private boolean printed;

	private final ByteBuffer initial = ByteBuffer.wrap(new byte[INITIAL_SIZE]);

	private ByteBuffer buffer = this.initial;

	private EventEncoder(Layout<? extends Serializable> layout, @Nullable Sanitizer sanitizer,
			@Nullable BytePattern pattern, @Nullable ByteEncoder encoder, Charset charset) {
		this.layout = layout;
		this.sanitizer = sanitizer;
		this.pattern = pattern;
		this.encoder = encoder;
		this.charset = charset;
	}

	/**
	 * Return an encoder of a layout.
	 * @param lineBreaks how a pattern prints line breaks in texts
	 * @param format creates encoders, or {@code null} if only the layout can encode
	 */
	static EventEncoder of(Layout<? extends Serializable> layout, LineBreaks lineBreaks,
			@Nullable Supplier<ByteEncoder> format) {
		if (!(layout instanceof PatternLayout patternLayout)) {
			return new EventEncoder(layout, null, null, (format != null) ? format.get() : null, StandardCharsets.UTF_8);
		}
		Charset charset = patternLayout.getCharset();
		Sanitizer sanitizer = Reading.orNull(() -> Sanitizer.of(patternLayout, lineBreaks));
		BytePattern pattern = Reading
			.orNull(() -> (isUtf8(charset) || isLikeAscii(charset)) ? BytePattern.of(patternLayout) : null);
		return new EventEncoder(layout, sanitizer, pattern, null, charset);
	}

	private static boolean isUtf8(Charset charset) {
		return charset.equals(StandardCharsets.UTF_8);
	}

	private static boolean isLikeAscii(Charset charset) {
		return charset.equals(StandardCharsets.US_ASCII) || charset.equals(StandardCharsets.ISO_8859_1);
	}

	/**
	 * Encode an event. The layout sees an event that ends no batch, as with synchronous
	 * logging.
	 */
	void encode(LogEvent event) {
		this.printed = false;
		this.text.clear();
		this.buffer.clear();
		if (!event.isEndOfBatch()) {
			print(event);
			return;
		}
		event.setEndOfBatch(false);
		try {
			print(event);
		}
		finally {
			event.setEndOfBatch(true);
		}
	}

	private void print(LogEvent event) {
		if (this.encoder != null) {
			this.encoder.encode(event, this.text);
			this.printed = true;
			return;
		}
		if (this.pattern != null) {
			print(event, this.pattern);
			this.printed = isEncoded() && !this.text.isMalformed();
			if (!this.printed) {
				writeText(this.text.toString());
			}
		}
		else if (this.sanitizer != null) {
			sanitize(event, this.sanitizer);
		}
		else {
			this.layout.encode(event, this);
		}
	}

	private void print(LogEvent event, BytePattern used) {
		if (this.sanitizer != null && this.sanitizer.printsOnce()) {
			used.print(this.sanitizer.sanitize(event, this.text), this.text);
			return;
		}
		used.print(event, this.text);
		if (this.sanitizer == null || this.sanitizer.isClean(this.text)) {
			return;
		}
		LogEvent sanitized = this.sanitizer.sanitize(event, this.text);
		// If only a stack trace has line breaks, the printed text stays.
		if (sanitized != event) {
			this.text.clear();
			used.print(sanitized, this.text);
		}
	}

	private void writeText(String characters) {
		byte[] encoded = characters.getBytes(this.charset);
		writeBytes(encoded, 0, encoded.length);
	}

	/**
	 * Return whether the bytes of the text are those of the charset.
	 */
	private boolean isEncoded() {
		return isUtf8(this.charset) || (this.text.isAscii() && isLikeAscii(this.charset));
	}

	private void sanitize(LogEvent event, Sanitizer used) {
		StringBuilder print = this.characters;
		if (print == null) {
			print = new StringBuilder(INITIAL_SIZE);
			this.characters = print;
		}
		print.setLength(0);
		used.accept(event, print);
		this.text.clear();
		this.text.append(print);
		this.printed = isEncoded();
		if (!this.printed) {
			writeText(print.toString());
		}
	}

	@Override
	public ByteBuffer getByteBuffer() {
		return this.buffer;
	}

	/**
	 * Make room: the layout continues in another buffer.
	 */
	@Override
	public ByteBuffer drain(ByteBuffer full) {
		reserve(full.capacity());
		return this.buffer;
	}

	@Override
	public void writeBytes(ByteBuffer data) {
		reserve(data.remaining());
		this.buffer.put(data);
	}

	@Override
	public void writeBytes(byte[] data, int offset, int length) {
		reserve(length);
		this.buffer.put(data, offset, length);
	}

	private void reserve(int length) {
		if (this.buffer.remaining() < length) {
			int size = Math.max(Math.addExact(this.buffer.position(), length), 2 * this.buffer.capacity());
			this.buffer = ByteBuffer.wrap(new byte[size]).put(this.buffer.flip());
		}
	}

	byte[] bytes() {
		return this.printed ? this.text.bytes() : this.buffer.array();
	}

	int length() {
		return this.printed ? this.text.length() : this.buffer.position();
	}

	/**
	 * Finish an event, and release large buffers. Must not fail for lack of memory,
	 * because the event may be written already.
	 */
	void end() {
		if (length() <= MAX_KEPT_SIZE) {
			return;
		}
		this.printed = false;
		this.text.clear(MAX_KEPT_SIZE);
		if (this.characters != null && this.characters.capacity() > MAX_KEPT_SIZE) {
			this.characters = null;
		}
		if (this.buffer.capacity() > MAX_KEPT_SIZE) {
			this.buffer = this.initial;
		}
		this.buffer.clear();
	}

}
