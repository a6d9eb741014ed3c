package io.github.ringlog.pattern;

import java.util.ArrayList;
import java.util.List;

import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.pattern.FormattingInfo;
import org.apache.logging.log4j.core.pattern.LogEventPatternConverter;
import org.apache.logging.log4j.core.pattern.PatternFormatter;
import org.jspecify.annotations.Nullable;

/**
 * Prints a pattern and something around it. A text that depends only on the level, the
 * name of the thread or the name of the logger is made once for each of these, including
 * padding and abbreviation. If the whole pattern depends on more, this applies to its
 * parts.
 */
abstract class CachingConverter extends LogEventPatternConverter {

	private final PatternFormatter[] formatters;

	private final CacheKey cacheKey;

	private final @Nullable TextCache cache;

	/**
	 * Create a converter.
	 * @param name what it is called, to Log4j and as the style of its text
	 * @param formatters the pattern
	 * @param own what decides on what is printed around the pattern
	 */
	CachingConverter(String name, List<PatternFormatter> formatters, CacheKey own) {
		super(name, name);
		this.cacheKey = formatters.stream().map(CacheKey::of).reduce(own, CacheKey::and);
		boolean whole = this.cacheKey != CacheKey.EVENT;
		this.cache = whole ? new TextCache(this.cacheKey) : null;
		this.formatters = (whole ? formatters : inParts(formatters)).toArray(PatternFormatter[]::new);
	}

	/**
	 * Parse the first option.
	 * @param key the word of the converter
	 * @return the pattern, or {@code null} if there is none, of which Log4j is told
	 */
	static @Nullable List<PatternFormatter> parse(@Nullable Configuration configuration, @Nullable String[] options,
			String key) {
		String pattern = (options.length > 0) ? options[0] : null;
		if (pattern == null) {
			LOGGER.error("No pattern supplied on {}", key);
			return null;
		}
		return PatternLayout.createPatternParser(configuration).parse(pattern);
	}

	/**
	 * Join neighbors that have the same cache key.
	 */
	private static List<PatternFormatter> inParts(List<PatternFormatter> formatters) {
		List<PatternFormatter> parts = new ArrayList<>();
		List<PatternFormatter> part = new ArrayList<>();
		CacheKey cacheKey = CacheKey.NOTHING;
		for (PatternFormatter formatter : formatters) {
			CacheKey next = CacheKey.of(formatter);
			if (cacheKey.and(next) == CacheKey.EVENT) {
				parts.addAll(cached(part, cacheKey));
				part.clear();
				cacheKey = next;
			}
			else {
				cacheKey = cacheKey.and(next);
			}
			part.add(formatter);
		}
		parts.addAll(cached(part, cacheKey));
		return parts;
	}

	private static List<PatternFormatter> cached(List<PatternFormatter> part, CacheKey cacheKey) {
		if (cacheKey == CacheKey.EVENT || (part.size() == 1 && cacheKey == CacheKey.NOTHING)) {
			return List.copyOf(part);
		}
		return List.of(new PatternFormatter(new CachedPatternConverter(part), FormattingInfo.getDefault()));
	}

	final CacheKey cacheKey() {
		return this.cacheKey;
	}

	@Override
	public final void format(LogEvent event, StringBuilder output) {
		if (this.cache != null) {
			this.cache.append(event, output, this);
		}
		else {
			print(event, output);
		}
	}

	/**
	 * Return the pattern, with what is printed around it, if it is always the same.
	 * @return the parts, or {@code null} if this is to print as a whole
	 */
	@Nullable List<PatternFormatter> parts() {
		return null;
	}

	final List<PatternFormatter> formatters() {
		return List.of(this.formatters);
	}

	/**
	 * Print without the cache.
	 */
	abstract void print(LogEvent event, StringBuilder output);

	final void printPattern(LogEvent event, StringBuilder output) {
		for (PatternFormatter formatter : this.formatters) {
			formatter.format(event, output);
		}
	}

	@Override
	public final boolean handlesThrowable() {
		for (PatternFormatter formatter : this.formatters) {
			if (formatter.handlesThrowable()) {
				return true;
			}
		}
		return super.handlesThrowable();
	}

}
