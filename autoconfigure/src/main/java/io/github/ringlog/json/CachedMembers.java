package io.github.ringlog.json;

import java.util.List;

import io.github.ringlog.text.ByteText;
import io.github.ringlog.text.TextCache;
import org.apache.logging.log4j.core.LogEvent;

/**
 * Neighbors that depend only on the level, the thread's name and the logger's name. Used
 * by one thread.
 *
 * @param pieces what prints them
 * @param cache what they have printed
 */
record CachedMembers(List<JsonPiece> pieces, TextCache cache) implements JsonPiece {

	CachedMembers(List<JsonPiece> pieces) {
		this(List.copyOf(pieces), new TextCache(true, true, true));
	}

	@Override
	public void append(LogEvent event, JsonOutput output) {
		ByteText text = output.text();
		if (!this.cache.append(event, text)) {
			int start = text.length();
			// Without an iterator: names may be new with each event.
			for (int i = 0; i < this.pieces.size(); i++) {
				this.pieces.get(i).append(event, output);
			}
			this.cache.keep(event, text, start);
		}
	}

}
