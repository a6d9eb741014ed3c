package io.github.ringlog.text;

import java.util.Arrays;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.jspecify.annotations.Nullable;

/**
 * Caches texts that depend only on the level, the thread's name and the logger's name of
 * an event, or on some of these. A text is kept when it comes for the second time, so
 * that names that come only once, such as the names of many virtual threads, take no
 * place. Used by one thread at a time.
 */
public final class TextCache {

	private static final int PLACES = 4096;

	private static final int LEVELS = 16;

	private static final int MAX_LENGTH = 1024;

	private final boolean byLevel;

	private final boolean byThread;

	private final boolean byLogger;

	private final @Nullable Entry[] entries;

	// The hash of the last event that was not found at each place.
	private final int[] missed;

	/**
	 * Create a cache.
	 * @param byLevel whether a text depends on the level
	 * @param byThread whether it depends on the name of the thread
	 * @param byLogger whether it depends on the name of the logger
	 */
	public TextCache(boolean byLevel, boolean byThread, boolean byLogger) {
		this.byLevel = byLevel;
		this.byThread = byThread;
		this.byLogger = byLogger;
		int places = (byThread || byLogger) ? PLACES : LEVELS;
		this.entries = new Entry[places];
		this.missed = new int[places];
	}

	/**
	 * Append the text of an event.
	 * @param event the event
	 * @param target the text to append to
	 * @return whether it was cached; if not, print it and {@link #keep} it
	 */
	public boolean append(LogEvent event, ByteText target) {
		Level level = this.byLevel ? event.getLevel() : null;
		String thread = this.byThread ? event.getThreadName() : null;
		String logger = this.byLogger ? event.getLoggerName() : null;
		Entry entry = this.entries[place(hash(level, thread, logger))];
		// Compared by identity: the name of a thread or a logger is the same object each
		// time.
		if (entry == null || entry.level != level || entry.thread != thread || entry.logger != logger) {
			return false;
		}
		target.append(entry.text, 0, entry.text.length, entry.ascii);
		return true;
	}

	/**
	 * Keep the text of an event.
	 * @param event the event
	 * @param printed the output, which ends with the event's text
	 * @param from the index at which that begins
	 */
	public void keep(LogEvent event, ByteText printed, int from) {
		Level level = this.byLevel ? event.getLevel() : null;
		String thread = this.byThread ? event.getThreadName() : null;
		String logger = this.byLogger ? event.getLoggerName() : null;
		int hash = hash(level, thread, logger);
		int place = place(hash);
		if (this.missed[place] == hash && printed.length() - from <= MAX_LENGTH && !printed.isMalformed()) {
			byte[] text = Arrays.copyOfRange(printed.bytes(), from, printed.length());
			this.entries[place] = new Entry(level, thread, logger, text, isAscii(text));
		}
		this.missed[place] = hash;
	}

	private int place(int hash) {
		return (hash ^ (hash >>> 16)) & (this.entries.length - 1);
	}

	private static int hash(@Nullable Level level, @Nullable String thread, @Nullable String logger) {
		return 1 + ((level != null) ? level.hashCode() : 0)
				+ 31 * (((thread != null) ? thread.hashCode() : 0) + 31 * ((logger != null) ? logger.hashCode() : 0));
	}

	private static boolean isAscii(byte[] text) {
		for (byte part : text) {
			if (part < 0) {
				return false;
			}
		}
		return true;
	}

	private record Entry(@Nullable Level level, @Nullable String thread, @Nullable String logger, byte[] text,
			boolean ascii) {

	}

}
