package io.github.ringlog.appender;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Finds out how many bytes of a failed write are in a file. Java does not report that,
 * nor the position of a standard stream. So it compares the end of the file with the
 * events, which is ambiguous only if two successive events have the same bytes. Used by
 * one thread at a time.
 */
final class FailedWrite {

	private static final long UNKNOWN = -1;

	private final Path file;

	// How long the file was when a write failed, as long as none has succeeded since.
	private long length = UNKNOWN;

	FailedWrite(Path file) {
		this.file = file;
	}

	/**
	 * Note that a write succeeded.
	 */
	void forget() {
		this.length = UNKNOWN;
	}

	/**
	 * Return how many of the bytes are in the file, fewer than all.
	 */
	int taken(byte[] bytes, int offset, int count) {
		// Opening a pipe would make this process its reader.
		if (!Files.isRegularFile(this.file)) {
			return 0;
		}
		try (RandomAccessFile content = new RandomAccessFile(this.file.toFile(), "r")) {
			long former = this.length;
			this.length = content.length();
			if (former == UNKNOWN) {
				return longestBeginningAtEnd(content, bytes, offset, count);
			}
			long grown = this.length - former;
			return (grown > 0 && grown < count) ? (int) grown : 0;
		}
		catch (IOException ex) {
			return 0;
		}
	}

	private static int longestBeginningAtEnd(RandomAccessFile content, byte[] bytes, int offset, int count)
			throws IOException {
		byte[] tail = new byte[(int) Math.min(count - 1, content.length())];
		content.seek(content.length() - tail.length);
		content.readFully(tail);
		int taken = tail.length;
		while (!Arrays.equals(tail, tail.length - taken, tail.length, bytes, offset, offset + taken)) {
			taken--;
		}
		return taken;
	}

}
