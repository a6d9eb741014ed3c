package io.github.ringlog.delivery;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.function.Supplier;

import org.apache.logging.log4j.core.appender.ConsoleAppender;
import org.apache.logging.log4j.core.appender.ConsoleAppender.Target;
import org.jspecify.annotations.Nullable;

/**
 * Standard output or error behind a {@link ConsoleAppender}. A {@link PrintStream} never
 * throws, and does not recover from its first failure. After that, events go to the
 * stream of the process, until the application replaces the failed stream. Used by one
 * thread at a time.
 */
final class StandardStream {

	private final Supplier<PrintStream> current;

	private final OutputStream process;

	private @Nullable PrintStream failed;

	private StandardStream(Supplier<PrintStream> current, FileDescriptor descriptor) {
		this.current = current;
		this.process = new FileOutputStream(descriptor);
	}

	/**
	 * Return the stream that an appender writes to.
	 * @return the stream, or {@code null} if its failures are thrown
	 */
	static @Nullable StandardStream of(ConsoleAppender appender) {
		// Only the name shows whether the appender has follow or direct set.
		String name = appender.getManager().getName();
		boolean follow = name.startsWith(appender.getTarget().name() + ".true");
		if (name.startsWith(appender.getTarget().name() + ".false.true")) {
			return null;
		}
		boolean error = appender.getTarget() == Target.SYSTEM_ERR;
		Supplier<PrintStream> followed = error ? () -> System.err : () -> System.out;
		PrintStream now = followed.get();
		return new StandardStream(follow ? followed : () -> now, error ? FileDescriptor.err : FileDescriptor.out);
	}

	/**
	 * Return whether the stream has failed and was not replaced.
	 */
	boolean hasFailed() {
		return this.failed != null && this.failed == this.current.get();
	}

	/**
	 * Check whether the stream has written everything.
	 * @throws IOException if it has not
	 */
	void check() throws IOException {
		PrintStream stream = this.current.get();
		if (stream.checkError()) {
			this.failed = stream;
			throw new IOException("The standard stream does not take anything");
		}
	}

	/**
	 * Write to the stream of the process.
	 */
	void writeToProcess(byte[] bytes, int length) throws IOException {
		this.process.write(bytes, 0, length);
	}

}
