package io.github.ringlog.pattern;

import java.util.Set;

import io.github.ringlog.text.ByteText;
import io.github.ringlog.text.TextSource;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.pattern.PatternFormatter;
import org.jspecify.annotations.Nullable;

/**
 * A part of a {@link BytePattern}. Used by one thread at a time.
 */
abstract class BytePiece {

	// In characters. One large event does not make the scratch hold its size.
	private static final int MAX_KEPT = 8192;

	private final PatternFormatter[] formatters;

	// Shared by all pieces of a pattern.
	private final StringBuilder scratch;

	BytePiece(StringBuilder scratch, PatternFormatter... formatters) {
		this.scratch = scratch;
		this.formatters = formatters;
	}

	abstract void print(LogEvent event, ByteText target);

	final void format(LogEvent event, ByteText target) {
		StringBuilder text = this.scratch;
		text.setLength(0);
		for (PatternFormatter formatter : this.formatters) {
			formatter.format(event, text);
		}
		target.append(text);
		if (text.capacity() > MAX_KEPT) {
			text.setLength(0);
			text.trimToSize();
		}
	}

	/**
	 * What may differ with each event.
	 */
	static final class Other extends BytePiece {

		Other(PatternFormatter[] formatters, StringBuilder scratch) {
			super(scratch, formatters);
		}

		@Override
		void print(LogEvent event, ByteText target) {
			format(event, target);
		}

	}

	/**
	 * The text of the message, which the event may have as bytes.
	 */
	static final class Text extends BytePiece {

		Text(PatternFormatter formatter, StringBuilder scratch) {
			super(scratch, formatter);
		}

		@Override
		void print(LogEvent event, ByteText target) {
			if (!(event instanceof TextSource source) || !source.appendTo(target)) {
				format(event, target);
			}
		}

	}

	/**
	 * The stack trace, for events that have one.
	 */
	static final class Thrown extends BytePiece {

		Thrown(PatternFormatter formatter, StringBuilder scratch) {
			super(scratch, formatter);
		}

		@Override
		void print(LogEvent event, ByteText target) {
			if (event.getThrown() != null) {
				format(event, target);
			}
		}

	}

	/**
	 * The number of the line.
	 */
	static final class Number extends BytePiece {

		private final LineNumberBytes bytes;

		Number(LineNumberConverter converter, StringBuilder scratch) {
			super(scratch);
			this.bytes = converter.bytes();
		}

		@Override
		void print(LogEvent event, ByteText target) {
			this.bytes.print(target);
		}

	}

	/**
	 * The time, which is the same for all of a millisecond.
	 */
	static final class Time extends BytePiece {

		private static final int USUAL_LENGTH = 64;

		private final ByteText text = new ByteText(USUAL_LENGTH);

		private long millis = Long.MIN_VALUE;

		Time(PatternFormatter formatter, StringBuilder scratch) {
			super(scratch, formatter);
		}

		@Override
		void print(LogEvent event, ByteText target) {
			long now = event.getInstant().getEpochMillisecond();
			if (this.millis != now) {
				this.millis = Long.MIN_VALUE;
				this.text.clear();
				format(event, this.text);
				this.millis = now;
			}
			target.append(this.text);
		}

	}

	/**
	 * What depends only on the level, the name of the thread or the name of the logger,
	 * or on some of these. Names that come only once, such as those of many virtual
	 * threads, take no place.
	 */
	static final class Cached extends BytePiece {

		private static final int PLACES = 4096;

		private static final int MAX_LENGTH = 512;

		private final boolean byLevel;

		private final boolean byThread;

		private final boolean byLogger;

		private final @Nullable Entry[] entries;

		// The hash of the last event that was not found in a place.
		private final int[] missed;

		private final ByteText text = new ByteText(MAX_LENGTH);

		Cached(PatternFormatter[] formatters, Set<CacheKey> keys, StringBuilder scratch) {
			super(scratch, formatters);
			this.byLevel = keys.contains(CacheKey.LEVEL);
			this.byThread = keys.contains(CacheKey.THREAD);
			this.byLogger = keys.contains(CacheKey.LOGGER);
			int places = (this.byThread || this.byLogger) ? PLACES : this.byLevel ? 16 : 1;
			this.entries = new Entry[places];
			this.missed = new int[places];
		}

		@Override
		void print(LogEvent event, ByteText target) {
			Level level = this.byLevel ? event.getLevel() : null;
			String thread = this.byThread ? event.getThreadName() : null;
			String logger = this.byLogger ? event.getLoggerName() : null;
			int hash = 1 + ((level != null) ? level.hashCode() : 0) + 31
					* (((thread != null) ? thread.hashCode() : 0) + 31 * ((logger != null) ? logger.hashCode() : 0));
			int place = (hash ^ (hash >>> 16)) & (this.entries.length - 1);
			Entry entry = this.entries[place];
			// Not equals: the names of a thread and of a logger remain the same objects.
			if (entry != null && entry.level == level && entry.thread == thread && entry.logger == logger) {
				target.append(entry.text, 0, entry.text.length, entry.ascii);
				return;
			}
			this.text.clear();
			format(event, this.text);
			if (this.missed[place] == hash && this.text.length() <= MAX_LENGTH && !this.text.isMalformed()) {
				this.entries[place] = new Entry(level, thread, logger, this.text.copy(), this.text.isAscii());
			}
			this.missed[place] = hash;
			target.append(this.text);
			this.text.clear(MAX_LENGTH);
		}

		/**
		 * A text.
		 */
		private record Entry(@Nullable Level level, @Nullable String thread, @Nullable String logger, byte[] text,
				boolean ascii) {
		}

	}

}
