package io.github.ringlog.benchmarks.peers.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * No logging: one thread copies a line that is encoded already, and writes 256 KB at a
 * time. What is slower than this is slower because of what logging does.
 */
final class FloorBackend implements Backend, LogCalls.LogCall {

	private static final byte[] LINE = ("2026-01-01 00:00:00.000 INFO  [caller-000] " + LogCalls.LOGGER
			+ " - Order 4711-0815 was accepted for customer@example.org\n")
		.getBytes(StandardCharsets.UTF_8);

	private final ByteBuffer buffer = ByteBuffer.allocateDirect(256 * 1024);

	private final FileChannel file;

	FloorBackend(Options options) throws IOException {
		this.file = FileChannel.open(Path.of(options.text("file")), StandardOpenOption.CREATE,
				StandardOpenOption.APPEND);
	}

	@Override
	public void log() {
		if (this.buffer.remaining() < LINE.length) {
			flush();
		}
		this.buffer.put(LINE);
	}

	@Override
	public void flush() {
		this.buffer.flip();
		try {
			while (this.buffer.hasRemaining()) {
				this.file.write(this.buffer);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.buffer.clear();
	}

	@Override
	public void stop() {
		flush();
	}

}
