package io.github.ringlog.benchmarks.peers.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The file that is logged to. It is cut off between rounds, so that its pages need not go
 * to the disk; its lines are counted before that. An appender that appends goes on at its
 * beginning, one that has a position leaves a hole.
 */
final class LogFile {

	/** When nothing came for so long, nothing comes any more. */
	private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(2);

	private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

	private final Path path;

	private final Backend backend;

	private boolean leavesHole;

	private long bytesPerEvent;

	/** Where the lines of this round begin. */
	private long start;

	LogFile(Path path, Backend backend) {
		this.path = path;
		this.backend = backend;
	}

	/**
	 * Find out how long a line is, and how the appender takes it when the file is cut
	 * off. Return the milliseconds from the start of the JVM until the first line.
	 */
	long probe(Callers callers, LogCalls.LogCall call) throws InterruptedException {
		// Any byte: an appender writes a line, or what is in its buffer, at once.
		this.bytesPerEvent = 1;
		callers.run(1, (index) -> call.log());
		awaitWritten(1);
		long millis = Usage.uptimeMillis();
		long first = size();
		if (first == 0) {
			throw new IllegalStateException("Nothing is logged");
		}
		callers.run(1, (index) -> call.log());
		awaitWritten(first + 1);
		long both = size();
		reset();
		callers.run(1, (index) -> call.log());
		awaitWritten(1);
		this.leavesHole = size() > both;
		// Not the first one: the application may have logged something before it.
		this.bytesPerEvent = both - first;
		reset();
		return millis;
	}

	void reset() {
		// A position never goes back.
		this.start = this.leavesHole ? Math.max(this.start, size()) : 0;
		try (FileChannel channel = FileChannel.open(this.path, StandardOpenOption.WRITE)) {
			channel.truncate(0);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Wait until so many events of this round are in the file, or nothing more comes, and
	 * return when that was.
	 */
	Moment awaitWritten(long events) {
		long expected = this.start + events * this.bytesPerEvent;
		long size = size();
		Moment grown = Moment.now();
		while (size < expected && System.nanoTime() - grown.nanos() < QUIET_NANOS) {
			LockSupport.parkNanos(PAUSE_NANOS);
			long newSize = size();
			if (newSize > size) {
				grown = Moment.now();
				size = newSize;
			}
			else {
				this.backend.flush();
			}
		}
		return grown;
	}

	/**
	 * Count the lines of this round that begin with a year.
	 */
	long countEvents() {
		try (FileChannel channel = FileChannel.open(this.path)) {
			ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
			channel.position(this.start);
			long events = 0;
			boolean begins = true;
			while (channel.read(buffer.clear()) >= 0) {
				for (int i = 0; i < buffer.position(); i++) {
					byte character = buffer.get(i);
					if (begins && character == '2') {
						events++;
					}
					begins = character == '\n';
				}
			}
			return events;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	long bytesPerEvent() {
		return this.bytesPerEvent;
	}

	private long size() {
		try {
			return Files.size(this.path);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * A moment of this process.
	 *
	 * @param nanos its time
	 * @param cpu the CPU time that was used until then
	 */
	record Moment(long nanos, long cpu) {

		static Moment now() {
			return new Moment(System.nanoTime(), Usage.cpuNanos());
		}

	}

}
