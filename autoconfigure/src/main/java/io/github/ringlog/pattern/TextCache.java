package io.github.ringlog.pattern;

import org.apache.logging.log4j.core.LogEvent;
import org.jspecify.annotations.Nullable;

/**
 * Caches texts by their cache key, with limits on their number and length. Any thread may
 * use it: it sees a text of another thread completely or not at all, and then makes the
 * text again.
 */
final class TextCache {

	private static final int NAMES = 1024;

	private static final int LEVELS = 16;

	private static final int MAX_LENGTH = 512;

	private final CacheKey cacheKey;

	private final @Nullable CachedText[] entries;

	// The last key that was not found, so that names which come only once, such as those
	// of many virtual threads, take no place and make no garbage.
	private final @Nullable Object[] missed;

	TextCache(CacheKey cacheKey) {
		this.cacheKey = cacheKey;
		int size = switch (cacheKey) {
			case NOTHING -> 1;
			case LEVEL -> LEVELS;
			default -> NAMES;
		};
		this.entries = new CachedText[size];
		this.missed = new Object[size];
	}

	/**
	 * Append the text of an event: the one that is kept, or that of the converter.
	 */
	void append(LogEvent event, StringBuilder output, CachingConverter converter) {
		Object key = this.cacheKey.key(event);
		if (key == null) {
			converter.print(event, output);
			return;
		}
		int hash = key.hashCode();
		int index = (hash ^ (hash >>> 16)) & (this.entries.length - 1);
		CachedText entry = this.entries[index];
		// Not equals: the names of a thread and of a logger remain the same objects.
		if (entry != null && entry.key() == key) {
			if (this.missed[index] != null) {
				// If two names share a place, one of them keeps it.
				this.missed[index] = null;
			}
			output.append(entry.text());
			return;
		}
		int start = output.length();
		converter.print(event, output);
		if (this.missed[index] == key && output.length() - start <= MAX_LENGTH) {
			this.entries[index] = new CachedText(key, output.substring(start));
		}
		this.missed[index] = key;
	}

	/**
	 * A text. Its fields are final, so it may go to other threads without a barrier.
	 */
	private record CachedText(Object key, String text) {

	}

}
