package io.github.ringlog.pattern;

import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;

import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.pattern.ConverterKeys;
import org.apache.logging.log4j.core.pattern.LogEventPatternConverter;
import org.apache.logging.log4j.core.pattern.PatternConverter;
import org.apache.logging.log4j.core.pattern.PatternFormatter;
import org.jspecify.annotations.Nullable;

/**
 * {@code %sanitized{pattern}{line breaks}} prints the pattern so that no text of the
 * event begins a line or contains a control character. The second option is one of
 * {@link LineBreaks}: {@code indent}, the default, {@code escape} or {@code keep}. An
 * exception is sanitized if the pattern prints it. Safe for use by several threads.
 */
@Plugin(name = "sanitizedPattern", category = PatternConverter.CATEGORY)
@ConverterKeys("sanitized")
public final class SanitizedPatternConverter extends LogEventPatternConverter {

	private final List<PatternFormatter> formatters;

	private final BiConsumer<LogEvent, StringBuilder> printer;

	private SanitizedPatternConverter(List<PatternFormatter> formatters, String pattern, LineBreaks lineBreaks) {
		super("sanitized", "sanitized");
		this.formatters = formatters;
		this.printer = Sanitizer.of(this::print, pattern, lineBreaks);
	}

	/**
	 * Create a converter. Called by Log4j.
	 * @param configuration the configuration of the pattern
	 * @param options the pattern, and the treatment of line breaks
	 * @return a converter, or {@code null} if there is no pattern
	 */
	public static @Nullable SanitizedPatternConverter newInstance(@Nullable Configuration configuration,
			@Nullable String[] options) {
		String pattern = (options.length > 0) ? options[0] : null;
		if (pattern == null) {
			LOGGER.error("%sanitized needs a pattern, as in %sanitized{%m}");
			return null;
		}
		List<PatternFormatter> formatters = PatternLayout.createPatternParser(configuration).parse(pattern);
		String lineBreaks = (options.length > 1) ? options[1] : null;
		return new SanitizedPatternConverter(formatters, pattern, lineBreaks(lineBreaks));
	}

	private static LineBreaks lineBreaks(@Nullable String option) {
		if (option != null) {
			try {
				return LineBreaks.valueOf(option.trim().toUpperCase(Locale.ROOT));
			}
			catch (IllegalArgumentException ex) {
				LOGGER.error("%sanitized indents, because it has no option {}. Use indent, escape or keep", option);
			}
		}
		return LineBreaks.INDENT;
	}

	@Override
	public void format(LogEvent event, StringBuilder output) {
		this.printer.accept(event, output);
	}

	private void print(LogEvent event, StringBuilder output) {
		for (PatternFormatter formatter : this.formatters) {
			formatter.format(event, output);
		}
	}

	@Override
	public boolean handlesThrowable() {
		return this.formatters.stream().anyMatch(PatternFormatter::handlesThrowable);
	}

}
