package io.github.ringlog.benchmarks.peers;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads lines from a pipe, and stands still for a while: a sink that stalls. A line tells
 * when it was due, in the time of {@link System#nanoTime()}, which all processes of a
 * machine share on Linux; the sink has recovered when what it reads is young again.
 */
final class StallingReader {

	private static final byte[] BEFORE_TIME = { ' ', '-', ' ', 'O', 'r', 'd', 'e', 'r', ' ' };

	private static final long YOUNG_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

	private final Path pipe;

	private final long pauseNanos;

	private final Thread thread = new Thread(this::read, "stalling-reader");

	// All below are written by the reader and read after it has ended.

	private long lines;

	private long resumed;

	private long recovered;

	private long oldest;

	private int matched;

	private long time;

	StallingReader(Path pipe, double pauseSeconds) {
		this.pipe = pipe;
		this.pauseNanos = (long) (pauseSeconds * 1e9);
	}

	void start() {
		this.thread.setDaemon(true);
		this.thread.start();
	}

	/**
	 * Wait for the end, also if nobody has ever opened the pipe.
	 */
	void release() throws IOException, InterruptedException {
		if (this.thread.isAlive()) {
			// For reading and writing: that never waits for another end.
			new RandomAccessFile(this.pipe.toFile(), "rw").close();
		}
		this.thread.join();
	}

	String result() {
		return "{\"kind\":\"reader\",\"lines\":%d,\"recovery-nanos\":%d,\"oldest-nanos\":%d}".formatted(this.lines,
				(this.recovered > 0) ? this.recovered - this.resumed : -1, this.oldest);
	}

	private void read() {
		byte[] buffer = new byte[1 << 16];
		try (InputStream in = new FileInputStream(this.pipe.toFile())) {
			long first = 0;
			for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
				long now = System.nanoTime();
				first = (first != 0) ? first : now;
				long age = age(buffer, length, now);
				this.oldest = Math.max(this.oldest, age);
				if (this.resumed == 0 && now - first > this.pauseNanos) {
					pause();
				}
				else if (this.resumed != 0 && this.recovered == 0 && age < YOUNG_NANOS) {
					this.recovered = now;
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void pause() {
		long end = System.nanoTime() + this.pauseNanos;
		while (System.nanoTime() < end) {
			LockSupport.parkNanos(end - System.nanoTime());
		}
		this.resumed = System.nanoTime();
	}

	/**
	 * Count the lines, and return the age of the oldest.
	 */
	private long age(byte[] buffer, int length, long now) {
		long age = 0;
		for (int i = 0; i < length; i++) {
			byte character = buffer[i];
			if (this.matched == BEFORE_TIME.length) {
				if (character >= '0' && character <= '9') {
					this.time = this.time * 10 + character - '0';
					continue;
				}
				age = Math.max(age, now - this.time);
				this.time = 0;
				this.matched = 0;
			}
			this.lines += (character == '\n') ? 1 : 0;
			this.matched = (character == BEFORE_TIME[this.matched]) ? this.matched + 1
					: (character == BEFORE_TIME[0]) ? 1 : 0;
		}
		return age;
	}

}
