package io.github.ringlog.appender;

import java.io.Serializable;
import java.nio.ByteBuffer;

import io.github.ringlog.pattern.LineBreaks;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.layout.ByteBufferDestination;
import org.apache.logging.log4j.core.layout.PatternLayout;

/**
 * The bytes of one event, as long as it takes. One thread at a time uses it.
 */
class EncodedEvent implements ByteBufferDestination {

	static final int INITIAL_SIZE = 1024;

	static final int MAX_KEPT_SIZE = 64 * 1024;

	private final Layout<? extends Serializable> layout;

	private final ByteBuffer initial = ByteBuffer.wrap(new byte[INITIAL_SIZE]);

	private ByteBuffer buffer = this.initial;

	EncodedEvent(Layout<? extends Serializable> layout) {
		this.layout = layout;
	}

	/**
	 * Return what encodes events of a layout in the cheapest way there is.
	 * @param lineBreaks what becomes of line breaks in the texts of a pattern
	 */
	static EncodedEvent of(Layout<? extends Serializable> layout, LineBreaks lineBreaks) {
		if (layout instanceof PatternLayout pattern && pattern.getCharset().canEncode()) {
			return new EncodedPattern(pattern, lineBreaks);
		}
		return new EncodedEvent(layout);
	}

	/**
	 * Add the bytes of an event.
	 */
	void encode(LogEvent event) {
		this.layout.encode(event, this);
	}

	@Override
	public ByteBuffer getByteBuffer() {
		return this.buffer;
	}

	/**
	 * Make room: the layout goes on in another buffer.
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

	final void reserve(int length) {
		if (this.buffer.remaining() < length) {
			int size = Math.max(Math.addExact(this.buffer.position(), length), 2 * this.buffer.capacity());
			this.buffer = ByteBuffer.wrap(new byte[size]).put(this.buffer.flip());
		}
	}

	byte[] bytes() {
		return this.buffer.array();
	}

	int length() {
		return this.buffer.position();
	}

	/**
	 * Forget the bytes, and buffers that are large. This can't fail for want of memory,
	 * because the event may be written already.
	 */
	void clear() {
		if (this.buffer.capacity() > MAX_KEPT_SIZE) {
			this.buffer = this.initial;
		}
		this.buffer.clear();
	}

}
