package io.github.ringlog.pattern;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import io.github.ringlog.location.PatternScanner;
import io.github.ringlog.text.ByteText;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.pattern.AbstractStyleNameConverter;
import org.apache.logging.log4j.core.pattern.DatePatternConverter;
import org.apache.logging.log4j.core.pattern.FormattingInfo;
import org.apache.logging.log4j.core.pattern.HighlightConverter;
import org.apache.logging.log4j.core.pattern.LogEventPatternConverter;
import org.apache.logging.log4j.core.pattern.MessagePatternConverter;
import org.apache.logging.log4j.core.pattern.PatternFormatter;
import org.apache.logging.log4j.core.pattern.StyleConverter;
import org.apache.logging.log4j.core.pattern.ThrowablePatternConverter;
import org.jspecify.annotations.Nullable;

/**
 * Prints a pattern as UTF-8 bytes: what depends only on level, thread and logger is
 * printed once for each of them, the time once a millisecond, and the text of a message
 * is copied. The rest goes through the converters of Log4j, so that the output is the
 * same. Once warm, it allocates what those do. Used by one thread at a time.
 */
public final class BytePattern {

	private static final Pattern IDENTITY = Pattern.compile("@[0-9a-f]+");

	// These converters have no state, so a second instance prints the same.
	private static final List<String> KNOWN_PACKAGES = List.of("org.apache.logging.log4j.core.pattern.",
			"org.springframework.boot.logging.log4j2.", "io.github.ringlog.pattern.");

	private final BytePiece[] pieces;

	private BytePattern(List<BytePiece> pieces) {
		this.pieces = pieces.toArray(BytePiece[]::new);
	}

	/**
	 * Read the pattern of a layout.
	 * @param layout the layout
	 * @return the pattern, or {@code null} if only the layout knows what it prints: it
	 * selects among patterns, replaces text, has converters that are neither Log4j's nor
	 * Spring Boot's nor ours, or its pattern has a mistake
	 */
	public static @Nullable BytePattern of(PatternLayout layout) {
		List<PatternFormatter> formatters = parse(layout);
		if (formatters == null || !formatters.stream().allMatch(BytePattern::isKnown)) {
			return null;
		}
		return new BytePattern(new Compiler().compile(formatters));
	}

	/**
	 * Parse the pattern as the layout has done it. A layout does not tell with which
	 * options; the description of what it made of them does.
	 */
	private static @Nullable List<PatternFormatter> parse(PatternLayout layout) {
		String pattern = layout.getConversionPattern();
		Configuration configuration = layout.getConfiguration();
		// Log4j has reported a mistake, and would do so again.
		if (pattern == null || (configuration != null && PatternScanner.of(configuration).hasMistakes(pattern))) {
			return null;
		}
		String wanted = describe(layout.getEventSerializer());
		for (boolean withException : new boolean[] { true, false }) {
			List<PatternFormatter> formatters = PatternLayout.createPatternParser(configuration)
				.parse(pattern, withException, false, false);
			List<LogEventPatternConverter> converters = formatters.stream()
				.map(PatternFormatter::getConverter)
				.toList();
			if (wanted.endsWith("PatternFormatterPatternSerializer[formatters=" + describe(formatters) + "]")
					|| wanted.endsWith("NoFormatPatternSerializer[converters=" + describe(converters) + "]")) {
				return formatters;
			}
		}
		return null;
	}

	private static String describe(Object part) {
		return IDENTITY.matcher(part.toString()).replaceAll("");
	}

	private static boolean isKnown(PatternFormatter formatter) {
		LogEventPatternConverter converter = formatter.getConverter();
		String name = converter.getClass().getName();
		// Whether these print colors is up to the layout.
		boolean colors = converter instanceof HighlightConverter || converter instanceof StyleConverter
				|| converter instanceof AbstractStyleNameConverter;
		return !colors && KNOWN_PACKAGES.stream().anyMatch(name::startsWith);
	}

	/**
	 * Print an event.
	 * @param event the event
	 * @param target where it goes
	 */
	public void print(LogEvent event, ByteText target) {
		for (BytePiece piece : this.pieces) {
			piece.print(event, target);
		}
	}

	/**
	 * Puts neighbours together that are printed in the same way.
	 */
	private static final class Compiler {

		private final List<BytePiece> pieces = new ArrayList<>();

		private final StringBuilder scratch = new StringBuilder();

		// What waits for its neighbours: parts that can be cached, or others.
		private final List<PatternFormatter> pending = new ArrayList<>();

		private final Set<CacheKey> keys = EnumSet.noneOf(CacheKey.class);

		List<BytePiece> compile(List<PatternFormatter> formatters) {
			add(formatters);
			flush();
			return this.pieces;
		}

		private void add(List<PatternFormatter> formatters) {
			formatters.forEach(this::add);
		}

		private void add(PatternFormatter formatter) {
			LogEventPatternConverter converter = formatter.getConverter();
			boolean plain = formatter.getFormattingInfo() == FormattingInfo.getDefault();
			List<PatternFormatter> parts = (plain && converter instanceof CachingConverter caching) ? caching.parts()
					: null;
			CacheKey key = CacheKey.of(formatter);
			if (parts != null) {
				add(parts);
			}
			else if (key != CacheKey.EVENT) {
				pend(formatter, key);
			}
			else if (plain && isDateOfMillis(converter)) {
				flush(new BytePiece.Time(formatter, this.scratch));
			}
			else if (plain && converter instanceof LineNumberConverter number) {
				flush(new BytePiece.Number(number, this.scratch));
			}
			else if (plain && isMessage(converter)) {
				flush(new BytePiece.Text(formatter, this.scratch));
			}
			else if (plain && converter instanceof ThrowablePatternConverter) {
				flush(new BytePiece.Thrown(formatter, this.scratch));
			}
			else {
				pend(formatter, CacheKey.EVENT);
			}
		}

		private void pend(PatternFormatter formatter, CacheKey key) {
			if ((key == CacheKey.EVENT) != this.keys.contains(CacheKey.EVENT)) {
				flush();
			}
			this.pending.add(formatter);
			this.keys.add(key);
		}

		private void flush(BytePiece next) {
			flush();
			this.pieces.add(next);
		}

		private void flush() {
			if (!this.pending.isEmpty()) {
				PatternFormatter[] formatters = this.pending.toArray(PatternFormatter[]::new);
				this.pieces.add(this.keys.contains(CacheKey.EVENT) ? new BytePiece.Other(formatters, this.scratch)
						: new BytePiece.Cached(formatters, this.keys, this.scratch));
			}
			this.pending.clear();
			this.keys.clear();
		}

		/**
		 * Return whether a time is the same for all of a millisecond.
		 */
		private static boolean isDateOfMillis(LogEventPatternConverter converter) {
			String pattern = (converter instanceof DatePatternConverter date) ? date.getPattern() : null;
			return pattern != null && !pattern.contains("SSSS")
					&& pattern.chars().noneMatch((letter) -> letter == 'n' || letter == 'N' || letter == 'A');
		}

		/**
		 * Return whether a converter prints the text of a message and nothing else.
		 */
		private static boolean isMessage(LogEventPatternConverter converter) {
			return converter.getClass() == MessagePatternConverter.newInstance(null, null).getClass();
		}

	}

}
