package io.github.ringlog.pattern;

import java.util.List;

import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.pattern.ConverterKeys;
import org.apache.logging.log4j.core.pattern.PatternConverter;
import org.apache.logging.log4j.core.pattern.PatternFormatter;
import org.jspecify.annotations.Nullable;

/**
 * {@code %cached{pattern}} prints what the pattern prints. It caches the parts that
 * depend only on the level, the name of the thread or the name of the logger:
 * {@code %-40.40c{1.} : } is abbreviated and padded once per logger, not for each event.
 * It caches up to 1,024 texts of up to 512 characters for each such part. Any thread may
 * use it.
 */
@Plugin(name = "cachedPattern", category = PatternConverter.CATEGORY)
@ConverterKeys("cached")
public final class CachedPatternConverter extends CachingConverter {

	CachedPatternConverter(List<PatternFormatter> formatters) {
		super("cached", formatters, CacheKey.NOTHING);
	}

	/**
	 * Create a converter, as Log4j wants it.
	 * @param configuration the configuration that has the pattern
	 * @param options the pattern
	 * @return a converter, or {@code null} if there is no pattern
	 */
	public static @Nullable CachedPatternConverter newInstance(@Nullable Configuration configuration,
			@Nullable String[] options) {
		List<PatternFormatter> pattern = parse(configuration, options, "cached");
		return (pattern != null) ? new CachedPatternConverter(pattern) : null;
	}

	@Override
	List<PatternFormatter> parts() {
		return formatters();
	}

	@Override
	void print(LogEvent event, StringBuilder output) {
		printPattern(event, output);
	}

}
