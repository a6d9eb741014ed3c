package io.github.ringlog.settings;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import org.apache.logging.log4j.Level;

/**
 * The settings of a crash log.
 *
 * @param file the file
 * @param size the room for the records of the main ring, in bytes
 * @param level the least severe level of which events are recorded
 */
public record CrashLogSettings(Path file, long size, Level level) {

	private static final long DEFAULT_SIZE = 16 * 1024 * 1024;

	/** The allowed sizes, in words. */
	public static final String SIZES = "from 256 bytes for each slot of the ring to 1GB";

	private static final int MIN_RECORD = 256;

	private static final long MAX_SIZE = 1024 * 1024 * 1024;

	/**
	 * Return the default size.
	 * @param slots the slots of the ring
	 * @return the size in bytes: 16 MiB, or more for a large ring
	 */
	public static long defaultSize(int slots) {
		return Math.max(DEFAULT_SIZE, (long) slots * MIN_RECORD);
	}

	/**
	 * Return whether a size is allowed.
	 * @param size the size in bytes
	 * @param slots the slots of the ring
	 * @return whether it is
	 */
	public static boolean isSize(long size, int slots) {
		return size / slots >= MIN_RECORD && size <= MAX_SIZE;
	}

	/**
	 * Return the file for a ring.
	 * @param appender the isolated appender of the ring; empty for the main ring
	 * @return the file
	 */
	public Path file(String appender) {
		return appender.isEmpty() ? this.file : this.file
			.resolveSibling(this.file.getFileName() + "-" + URLEncoder.encode(appender, StandardCharsets.UTF_8));
	}

	/**
	 * Return the size of a record.
	 * @param mainSlots the slots of the main ring
	 * @param slots the slots of the ring
	 * @return the size in bytes; each record begins at the start of a cache line
	 */
	public int recordSize(int mainSlots, int slots) {
		return (int) Math.min(this.size / mainSlots, MAX_SIZE / slots) & -64;
	}

}
