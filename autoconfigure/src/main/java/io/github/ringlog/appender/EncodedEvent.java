package io.github.ringlog.appender;

import java.nio.ByteBuffer;

import org.apache.logging.log4j.core.layout.ByteBufferDestination;

/**
 * The bytes of one event, as long as it takes. One thread at a time uses it.
 */
final class EncodedEvent implements ByteBufferDestination {

	private static final int INITIAL_SIZE = 1024;

	private static final int MAX_KEPT_SIZE = 64 * 1024;

	private ByteBuffer buffer = ByteBuffer.wrap(new byte[INITIAL_SIZE]);

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

	private void reserve(int length) {
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
	 * Forget the bytes, and a buffer that is large.
	 */
	void clear() {
		if (this.buffer.capacity() > MAX_KEPT_SIZE) {
			this.buffer = ByteBuffer.wrap(new byte[INITIAL_SIZE]);
		}
		this.buffer.clear();
	}

}
