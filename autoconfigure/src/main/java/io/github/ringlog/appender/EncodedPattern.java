package io.github.ringlog.appender;

import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.util.function.BiConsumer;

import io.github.ringlog.pattern.LineBreaks;
import io.github.ringlog.pattern.Sanitizer;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one event that a pattern prints: those that the layout itself would
 * encode, unless control characters are to be sanitized. The layout would look up buffers
 * of the thread, and copy the bytes once more. Once warm, this allocates nothing, unless
 * an event is large.
 */
final class EncodedPattern extends EncodedEvent {

	private static final CharBuffer NO_CHARS = CharBuffer.allocate(0);

	private final BiConsumer<LogEvent, StringBuilder> printer;

	private final CharsetEncoder encoder;

	// Made when there is an event to encode, see clear().
	private @Nullable StringBuilder text;

	private CharBuffer chars = NO_CHARS;

	EncodedPattern(PatternLayout layout, LineBreaks lineBreaks) {
		super(layout);
		this.printer = Sanitizer.of(layout, lineBreaks);
		this.encoder = layout.getCharset()
			.newEncoder()
			.onMalformedInput(CodingErrorAction.REPLACE)
			.onUnmappableCharacter(CodingErrorAction.REPLACE);
	}

	@Override
	void encode(LogEvent event) {
		readText(event);
		this.encoder.reset();
		while (this.encoder.encode(this.chars, getByteBuffer(), true).isOverflow()) {
			reserveFor(this.chars.remaining());
		}
		while (this.encoder.flush(getByteBuffer()).isOverflow()) {
			reserveFor(0);
		}
	}

	private void readText(LogEvent event) {
		StringBuilder print = this.text;
		if (print == null) {
			print = new StringBuilder(INITIAL_SIZE);
			this.text = print;
		}
		print.setLength(0);
		this.printer.accept(event, print);
		int length = print.length();
		if (this.chars.capacity() < length) {
			this.chars = CharBuffer.allocate(print.capacity());
		}
		this.chars.clear().limit(length);
		print.getChars(0, length, this.chars.array(), 0);
	}

	/**
	 * Make room for characters of one byte, and for at least one of any length.
	 */
	private void reserveFor(int characters) {
		reserve(Math.addExact(characters, (int) Math.ceil(2 * this.encoder.maxBytesPerChar())));
	}

	@Override
	void clear() {
		super.clear();
		if (this.text != null && this.text.capacity() > MAX_KEPT_SIZE) {
			this.text = null;
			this.chars = NO_CHARS;
		}
	}

}
