package io.github.ringlog.appender;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.function.Supplier;

import org.apache.logging.log4j.core.appender.ConsoleAppender.Target;
import org.jspecify.annotations.Nullable;

/**
 * Standard output or error: that of the process, or the current {@link System#out} or
 * {@link System#err}.
 */
final class StandardStream implements Sink {

	// What POSIX and Linux write to a pipe as a whole or not at all.
	private static final int ATOMIC_SIZE = 4096;

	private final OutputStream process;

	private final FailedWrite failure;

	private final @Nullable Supplier<PrintStream> current;

	// A stream that has failed. It swallows what happens, and its error flag stays.
	private @Nullable PrintStream failed;

	private StandardStream(FileDescriptor descriptor, int number, @Nullable Supplier<PrintStream> current) {
		this.process = new FileOutputStream(descriptor);
		// What Linux calls it.
		this.failure = new FailedWrite(Path.of("/proc/self/fd/" + number));
		this.current = current;
	}

	static StandardStream of(Target target, boolean follow) {
		if (target == Target.SYSTEM_ERR) {
			return new StandardStream(FileDescriptor.err, 2, follow ? () -> System.err : null);
		}
		return new StandardStream(FileDescriptor.out, 1, follow ? () -> System.out : null);
	}

	@Override
	public void write(byte[] bytes, int offset, int length) throws IOException {
		int taken = 0;
		try {
			PrintStream stream = (this.current != null) ? this.current.get() : null;
			if (stream != null && stream != this.failed && !stream.checkError()) {
				stream.write(bytes, offset, length);
				if (!stream.checkError()) {
					this.failure.forget();
					return;
				}
				// It does not tell why. The stream of the process does, or takes the
				// rest.
				this.failed = stream;
				taken = this.failure.taken(bytes, offset, length);
			}
			this.process.write(bytes, offset + taken, length - taken);
			this.failure.forget();
		}
		catch (IOException ex) {
			taken += this.failure.taken(bytes, offset + taken, length - taken);
			throw (taken > 0) ? new PartialWriteException(ex, taken) : ex;
		}
	}

	@Override
	public int unit() {
		return ATOMIC_SIZE;
	}

}
