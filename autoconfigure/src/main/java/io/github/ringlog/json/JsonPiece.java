package io.github.ringlog.json;

import java.util.List;
import java.util.function.Function;

import org.apache.logging.log4j.core.LogEvent;
import org.jspecify.annotations.Nullable;

/**
 * A part of a line of JSON. Used by one thread.
 */
interface JsonPiece {

	void append(LogEvent event, JsonOutput output);

	/**
	 * Return a piece that is the same for all events.
	 */
	static JsonPiece constant(byte[] json) {
		return (event, output) -> output.raw(json);
	}

	/**
	 * Return a piece that only some events have.
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
	 * A value that depends only on the level, the thread's name or the logger's name.
	 *
	 * @param <K> the type of the key
	 * @param key returns the key, on which the value depends
	 * @param value returns the value, a number or a string
	 */
	record Repeated<K>(Function<LogEvent, @Nullable K> key, Function<K, Object> value) implements JsonPiece {

		@Override
		public void append(LogEvent event, JsonOutput output) {
			K found = this.key.apply(event);
			if (found != null) {
				output.value(this.value.apply(found));
			}
			else {
				output.raw("null");
			}
		}

	}

}
