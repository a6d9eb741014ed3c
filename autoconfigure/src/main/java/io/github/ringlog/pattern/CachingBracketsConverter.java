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
 * {@code %resb{pattern}} prints what Spring Boot's {@code %esb} prints: the pattern in
 * square brackets and a space, or nothing if the pattern prints nothing. It allocates no
 * objects for that, and caches the text as {@link CachedPatternConverter} does. Any
 * thread may use it.
 */
@Plugin(name = "cachingBrackets", category = PatternConverter.CATEGORY)
@ConverterKeys("resb")
public final class CachingBracketsConverter extends CachingConverter {

	private CachingBracketsConverter(List<PatternFormatter> formatters) {
		super("enclosedInSquareBrackets", formatters, CacheKey.NOTHING);
	}

	/**
	 * Create a converter, as Log4j wants it.
	 * @param configuration the configuration that has the pattern
	 * @param options the pattern
	 * @return a converter, or {@code null} if there is no pattern
	 */
	public static @Nullable CachingBracketsConverter newInstance(@Nullable Configuration configuration,
			@Nullable String[] options) {
		List<PatternFormatter> pattern = parse(configuration, options, "resb");
		return (pattern != null) ? new CachingBracketsConverter(pattern) : null;
	}

	@Override
	void print(LogEvent event, StringBuilder output) {
		int start = output.length();
		output.append('[');
		printPattern(event, output);
		if (output.length() == start + 1) {
			output.setLength(start);
		}
		else {
			output.append("] ");
		}
	}

}
