package io.github.ringlog.json;

import java.util.Arrays;
import java.util.List;

import io.github.ringlog.text.ByteText;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.jspecify.annotations.Nullable;

/**
 * Neighbours that depend only on the level, the thread's name and the logger's name,
 * printed once for each of their combinations that come twice. Used by one thread.
 */
final class JsonRun implements JsonPiece {

	private static final int PLACES = 4096;

	private static final int MAX_LENGTH = 1024;

	private final JsonPiece[] pieces;

	private final @Nullable Entry[] entries = new Entry[PLACES];

	// The hash of the last event that was not found in a place.
	private final int[] missed = new int[PLACES];

	JsonRun(List<JsonPiece> pieces) {
		this.pieces = pieces.toArray(JsonPiece[]::new);
	}

	@Override
	public void append(LogEvent event, JsonOutput output) {
		Level level = event.getLevel();
		String thread = event.getThreadName();
		String logger = event.getLoggerName();
		int hash = 1 + ((level != null) ? level.hashCode() : 0)
				+ 31 * (((thread != null) ? thread.hashCode() : 0) + 31 * ((logger != null) ? logger.hashCode() : 0));
		int place = (hash ^ (hash >>> 16)) & (PLACES - 1);
		Entry entry = this.entries[place];
		// Not equals: the names of a thread and of a logger remain the same objects.
		if (entry != null && entry.level == level && entry.thread == thread && entry.logger == logger) {
			output.raw(entry.text);
			return;
		}
		ByteText text = output.text();
		int from = text.length();
		for (JsonPiece piece : this.pieces) {
			piece.append(event, output);
		}
		if (this.missed[place] == hash && text.length() - from <= MAX_LENGTH) {
			this.entries[place] = new Entry(level, thread, logger,
					Arrays.copyOfRange(text.bytes(), from, text.length()));
		}
		this.missed[place] = hash;
	}

	/**
	 * A text.
	 */
	private record Entry(@Nullable Level level, @Nullable String thread, @Nullable String logger, byte[] text) {
	}

}
