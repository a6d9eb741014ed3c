package io.github.ringlog.json;

import java.util.List;

import io.github.ringlog.text.ByteText;
import io.github.ringlog.text.TextCache;
import org.apache.logging.log4j.core.LogEvent;

/**
 * Adjacent members that depend only on the level, the thread's name and the logger's
 * name, and whose text is cached by these. Used by one thread.
 *
 * @param pieces the pieces that print them
 * @param cache the printed text
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
			// Without an iterator, which would be allocated for each event with new
			// names.
			for (int i = 0; i < this.pieces.size(); i++) {
				this.pieces.get(i).append(event, output);
			}
			this.cache.keep(event, text, start);
		}
	}

}
