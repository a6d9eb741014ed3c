package io.github.ringlog.pattern;

import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.pattern.LevelPatternConverter;
import org.apache.logging.log4j.core.pattern.LiteralPatternConverter;
import org.apache.logging.log4j.core.pattern.LogEventPatternConverter;
import org.apache.logging.log4j.core.pattern.LoggerPatternConverter;
import org.apache.logging.log4j.core.pattern.PatternFormatter;
import org.apache.logging.log4j.core.pattern.ProcessIdPatternConverter;
import org.apache.logging.log4j.core.pattern.ThreadNamePatternConverter;
import org.jspecify.annotations.Nullable;

/**
 * The part of an event that a piece of text depends on, and by which the text is cached.
 */
enum CacheKey {

	NOTHING,

	LEVEL,

	THREAD,

	LOGGER,

	/**
	 * More than one of these, or anything else.
	 */
	EVENT;

	/**
	 * Return the key of two pieces of text, one after the other.
	 */
	CacheKey and(CacheKey other) {
		if (this == NOTHING) {
			return other;
		}
		return (other == NOTHING || other == this) ? this : EVENT;
	}

	/**
	 * Return what is the same for events with the same text.
	 * @return a constant, or {@code null} if the event does not tell, or no text is like
	 * another
	 */
	@Nullable Object key(LogEvent event) {
		return switch (this) {
			case NOTHING -> this;
			case LEVEL -> event.getLevel();
			case THREAD -> event.getThreadName();
			case LOGGER -> event.getLoggerName();
			case EVENT -> null;
		};
	}

	static CacheKey of(PatternFormatter formatter) {
		LogEventPatternConverter converter = formatter.getConverter();
		if (converter instanceof CachingConverter caching) {
			return caching.cacheKey();
		}
		if (converter instanceof LevelPatternConverter) {
			return LEVEL;
		}
		if (converter instanceof ThreadNamePatternConverter) {
			return THREAD;
		}
		if (converter instanceof LoggerPatternConverter) {
			return LOGGER;
		}
		// A literal with ${…} in it is looked up at each event.
		boolean literal = !converter.isVariable() && !(converter instanceof LiteralPatternConverter);
		return (literal || converter instanceof ProcessIdPatternConverter) ? NOTHING : EVENT;
	}

}
