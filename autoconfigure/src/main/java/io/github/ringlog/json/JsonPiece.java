package io.github.ringlog.json;

import java.util.List;
import java.util.function.Function;

import io.github.ringlog.text.ByteText;
import org.apache.logging.log4j.core.LogEvent;
import org.jspecify.annotations.Nullable;

/**
 * A part of a line of JSON. Used by one thread.
 */
interface JsonPiece {

	void append(LogEvent event, JsonOutput output);

	/**
	 * Return what is the same for all events.
	 */
	static JsonPiece constant(byte[] json) {
		return (event, output) -> output.raw(json);
	}

	/**
	 * Return what is only in some events.
	 */
	static JsonPiece when(Presence presence, List<JsonPiece> pieces) {
		JsonPiece[] all = pieces.toArray(JsonPiece[]::new);
		return (event, output) -> {
			if (presence.in(event)) {
				for (JsonPiece piece : all) {
					piece.append(event, output);
				}
			}
		};
	}

	/**
	 * A value of which many events have the same, such as the name of the logger. Values
	 * that come only once, such as the names of many virtual threads, take no place.
	 *
	 * @param <K> the type of the value, which remains the same object
	 */
	final class Cached<K> implements JsonPiece {

		private static final int PLACES = 1024;

		private static final int MAX_LENGTH = 512;

		private final Function<LogEvent, @Nullable K> key;

		private final Function<K, Object> value;

		private final @Nullable Object[] keys = new Object[PLACES];

		private final byte[][] texts = new byte[PLACES][];

		// The hash of the last event that was not found in a place.
		private final int[] missed = new int[PLACES];

		Cached(Function<LogEvent, @Nullable K> key, Function<K, Object> value) {
			this.key = key;
			this.value = value;
		}

		@Override
		public void append(LogEvent event, JsonOutput output) {
			K found = this.key.apply(event);
			if (found == null) {
				output.raw("null");
				return;
			}
			int hash = found.hashCode();
			int place = (hash ^ (hash >>> 16)) & (PLACES - 1);
			// Not equals: these remain the same objects.
			if (this.keys[place] == found) {
				output.raw(this.texts[place]);
				return;
			}
			ByteText text = output.text();
			int from = text.length();
			output.value(this.value.apply(found));
			int length = text.length() - from;
			if (this.missed[place] == hash && length <= MAX_LENGTH) {
				byte[] bytes = new byte[length];
				System.arraycopy(text.bytes(), from, bytes, 0, length);
				this.texts[place] = bytes;
				this.keys[place] = found;
			}
			this.missed[place] = hash;
		}

	}

}
