package io.github.ringlog.appender;

import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;

import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;

/**
 * The bytes of one event that a pattern prints. They are those that the layout itself
 * would encode, but without its copy of them, its lookups of what belongs to a thread and
 * its checks of the destination. Once warm, it allocates nothing.
 */
final class EncodedPattern extends EncodedEvent {

	private final PatternLayout layout;

	private final CharsetEncoder encoder;

	private StringBuilder text = new StringBuilder(INITIAL_SIZE);

	private CharBuffer chars = CharBuffer.allocate(INITIAL_SIZE);

	EncodedPattern(PatternLayout layout) {
		super(layout);
		this.layout = layout;
		this.encoder = layout.getCharset()
			.newEncoder()
			.onMalformedInput(CodingErrorAction.REPLACE)
			.onUnmappableCharacter(CodingErrorAction.REPLACE);
	}

	@Override
	void encode(LogEvent event) {
		this.text.setLength(0);
		this.layout.serialize(event, this.text);
		readText();
		this.encoder.reset();
		while (this.encoder.encode(this.chars, getByteBuffer(), true).isOverflow()) {
			reserveFor(this.chars.remaining());
		}
		while (this.encoder.flush(getByteBuffer()).isOverflow()) {
			reserveFor(1);
		}
	}

	private void readText() {
		int length = this.text.length();
		if (this.chars.capacity() < length) {
			this.chars = CharBuffer.allocate(this.text.capacity());
		}
		this.chars.clear().limit(length);
		this.text.getChars(0, length, this.chars.array(), 0);
	}

	/**
	 * Make room: some charsets also begin or end with bytes of their own.
	 */
	private void reserveFor(int characters) {
		reserve((int) Math.min((1L + characters) * (long) Math.ceil(this.encoder.maxBytesPerChar()),
				Integer.MAX_VALUE - 8));
	}

	@Override
	void clear() {
		super.clear();
		if (this.text.capacity() > MAX_KEPT_SIZE) {
			this.text = new StringBuilder(INITIAL_SIZE);
			this.chars = CharBuffer.allocate(INITIAL_SIZE);
		}
	}

}
