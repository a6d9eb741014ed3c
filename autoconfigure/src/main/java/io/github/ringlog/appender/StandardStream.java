package io.github.ringlog.appender;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.function.Supplier;

import org.apache.logging.log4j.core.appender.ConsoleAppender.Target;
import org.jspecify.annotations.Nullable;

/**
 * Standard output or error: that of the process, or what {@link System#out} or
 * {@link System#err} is at the time.
 */
final class StandardStream implements Sink {

	// What POSIX and Linux write to a pipe as a whole or not at all.
	private static final int ATOMIC_SIZE = 4096;

	private final OutputStream process;

	private final @Nullable Supplier<PrintStream> current;

	// A stream that has failed. It swallows what happens, and its error flag stays.
	private @Nullable PrintStream failed;

	private StandardStream(FileDescriptor descriptor, @Nullable Supplier<PrintStream> current) {
		this.process = new FileOutputStream(descriptor);
		this.current = current;
	}

	static StandardStream of(Target target, boolean follow) {
		if (target == Target.SYSTEM_ERR) {
			return new StandardStream(FileDescriptor.err, follow ? () -> System.err : null);
		}
		return new StandardStream(FileDescriptor.out, follow ? () -> System.out : null);
	}

	@Override
	public void write(byte[] bytes, int offset, int length) throws IOException {
		PrintStream stream = (this.current != null) ? this.current.get() : null;
		if (stream == null || stream == this.failed || stream.checkError()) {
			this.process.write(bytes, offset, length);
			return;
		}
		stream.write(bytes, offset, length);
		if (stream.checkError()) {
			this.failed = stream;
			throw new IOException(stream + " reports an error");
		}
	}

	@Override
	public int unit() {
		return ATOMIC_SIZE;
	}

}
