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

	/** When nothing came for so long, lines are counted. */
	private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

	/** When nothing came for so long, nothing comes any more: what is missing is lost. */
	private static final long LOST_NANOS = TimeUnit.SECONDS.toNanos(5);

	private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

	private final Path path;

	private final Backend backend;

	private boolean leavesHole;

	/** Where the lines of this round begin. */
	private long start;

	LogFile(Path path, Backend backend) {
		this.path = path;
		this.backend = backend;
	}

	/**
	 * Find out how the appender takes it when the file is cut off. Return the
	 * milliseconds from the start of the JVM until the first line.
	 */
	long probe(Callers callers, LogCalls.LogCall call) throws InterruptedException {
		callers.run(1, (index) -> call.log());
		Written first = await(1);
		if (first.events() == 0) {
			throw new IllegalStateException("Nothing is logged");
		}
		long millis = Usage.uptimeMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - first.nanos());
		reset();
		callers.run(1, (index) -> call.log());
		await(1);
		this.leavesHole = beginsWithHole();
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
	 * Wait until so many events of this round are in the file, or nothing comes any more.
	 * Lines are counted, because they may differ in length, and only while the file does
	 * not grow: nobody writes while they are. The time that is returned is that of the
	 * last growth.
	 */
	Written await(long events) {
		long size = size();
		long grown = System.nanoTime();
		long cpu = Usage.cpuNanos();
		long written = -1;
		while (written < events && System.nanoTime() - grown < LOST_NANOS) {
			LockSupport.parkNanos(PAUSE_NANOS);
			long newSize = size();
			if (newSize > size) {
				size = newSize;
				grown = System.nanoTime();
				cpu = Usage.cpuNanos();
				written = -1;
			}
			else {
				this.backend.flush();
				if (written < 0 && System.nanoTime() - grown > QUIET_NANOS) {
					written = countEvents();
				}
			}
		}
		return new Written(grown, cpu, Math.max(0, written), size - this.start);
	}

	/**
	 * Count the finished lines of this round that begin an event: with a year, or with a
	 * JSON object.
	 */
	private long countEvents() {
		try (FileChannel channel = FileChannel.open(this.path)) {
			ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
			channel.position(this.start);
			long events = 0;
			boolean begins = true;
			boolean event = false;
			while (channel.read(buffer.clear()) >= 0) {
				for (int i = 0; i < buffer.position(); i++) {
					byte character = buffer.get(i);
					event = begins ? character == '2' || character == '{' : event;
					// Zeros are the hole of the first look at the file.
					begins = character == '\n' || (begins && character == 0);
					events += (event && begins) ? 1 : 0;
				}
			}
			return events;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private boolean beginsWithHole() {
		try (FileChannel channel = FileChannel.open(this.path)) {
			ByteBuffer first = ByteBuffer.allocate(1);
			return channel.read(first) == 1 && first.get(0) == 0;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
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
	 * What is in the file.
	 *
	 * @param nanos when it was complete
	 * @param cpu the CPU time that the process had used then
	 * @param events the events
	 * @param bytes the bytes of all of them
	 */
	record Written(long nanos, long cpu, long events, long bytes) {
	}

}
