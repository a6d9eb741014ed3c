package io.github.ringlog.appender;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Tells how much of a write that failed is in a file. Java doesn't tell, nor where a
 * standard stream stands in its file; but what is at the end of the file does, unless an
 * event's text is the same as that of the one before.
 */
final class FailedWrite {

	private FailedWrite() {
	}

	/**
	 * Find the longest beginning of the bytes that the file ends with.
	 * @param file the file; if it is no regular one, or can't be read, there is none
	 * @return the number of bytes, less than the length
	 */
	static int taken(Path file, byte[] bytes, int offset, int length) {
		if (!Files.isRegularFile(file)) {
			return 0;
		}
		try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "r")) {
			byte[] tail = new byte[(int) Math.min(length - 1, content.length())];
			content.seek(content.length() - tail.length);
			content.readFully(tail);
			int taken = tail.length;
			while (!Arrays.equals(tail, tail.length - taken, tail.length, bytes, offset, offset + taken)) {
				taken--;
			}
			return taken;
		}
		catch (IOException ex) {
			return 0;
		}
	}

}
