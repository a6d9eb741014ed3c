package io.github.ringlog.appender;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;

import org.apache.logging.log4j.spi.StandardLevel;
import org.jspecify.annotations.Nullable;

/**
 * Watches whether a file that is open is still in place, and counts the events that it
 * took since it was last seen there. One thread at a time uses it.
 */
final class FileWatch {

	// Those that Linux has for the files that this process has open.
	private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

	private final File file;

	private final int[] taken = new int[StandardLevel.values().length];

	private @Nullable Object key;

	FileWatch(File file) {
		this.file = file;
	}

	/**
	 * Watch the file that now has the name.
	 */
	void begin() throws IOException {
		this.key = Files.readAttributes(this.file.toPath(), BasicFileAttributes.class).fileKey();
		Arrays.fill(this.taken, 0);
	}

	/**
	 * Note that the file has taken the events from one index up to another.
	 */
	void took(byte[] levels, int from, int to) {
		for (int i = from; i < to; i++) {
			this.taken[levels[i]]++;
		}
	}

	/**
	 * Return whether the name still stands for the file.
	 */
	boolean isInPlace() throws IOException {
		try {
			Object current = Files.readAttributes(this.file.toPath(), BasicFileAttributes.class).fileKey();
			if (current != null && !current.equals(this.key)) {
				return false;
			}
		}
		catch (NoSuchFileException ex) {
			return false;
		}
		Arrays.fill(this.taken, 0);
		return true;
	}

	/**
	 * Return the levels of the events that may have gone to the file after it was
	 * deleted. It must still be open.
	 */
	byte[] lost() {
		byte[] lost = new byte[isDeleted() ? Arrays.stream(this.taken).sum() : 0];
		int end = 0;
		for (byte level = 0; end < lost.length; level++) {
			int from = end;
			end += this.taken[level];
			Arrays.fill(lost, from, end, level);
		}
		Arrays.fill(this.taken, 0);
		return lost;
	}

	/**
	 * Return whether the file has no name any more, and had none when it was last written
	 * to. If that can't be known, it was not deleted.
	 */
	private boolean isDeleted() {
		try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
			for (Path descriptor : descriptors) {
				Map<String, Object> attributes = attributes(descriptor);
				if (Objects.equals(attributes.get("fileKey"), this.key)) {
					// A write changes both times, a deletion only the former.
					return attributes.get("nlink") instanceof Integer names && names == 0
							&& attributes.get("ctime") instanceof FileTime changed
							&& changed.equals(attributes.get("lastModifiedTime"));
				}
			}
		}
		catch (IOException | DirectoryIteratorException ex) {
			return false;
		}
		return false;
	}

	private static Map<String, Object> attributes(Path descriptor) {
		try {
			return Files.readAttributes(descriptor, "unix:fileKey,nlink,ctime,lastModifiedTime");
		}
		catch (IOException ex) {
			// Closed meanwhile.
			return Map.of();
		}
	}

}
