package io.github.ringlog.pattern;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.pattern.ConverterKeys;
import org.apache.logging.log4j.core.pattern.DatePatternConverter;
import org.apache.logging.log4j.core.pattern.FormattingInfo;
import org.apache.logging.log4j.core.pattern.LogEventPatternConverter;
import org.apache.logging.log4j.core.pattern.PatternConverter;
import org.apache.logging.log4j.core.pattern.PatternFormatter;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.ansi.AnsiBackground;
import org.springframework.boot.ansi.AnsiColor;
import org.springframework.boot.ansi.AnsiElement;
import org.springframework.boot.ansi.AnsiOutput;
import org.springframework.boot.ansi.AnsiStyle;

/**
 * {@code %rclr{pattern}{styles}} prints what Spring Boot's {@code %clr} prints, but
 * allocates no objects for that: it asks {@link AnsiOutput} for the escape sequences when
 * the configuration is read, not for each event. It caches the text as
 * {@link CachedPatternConverter} does. Any thread may use it.
 */
@Plugin(name = "cachingColor", category = PatternConverter.CATEGORY)
@ConverterKeys("rclr")
public final class CachingColorConverter extends CachingConverter {

	private static final String TEXT = "\0";

	// Of the styles, or null when they are up to the level.
	private final @Nullable Escape escape;

	private final Escape severe = Escape.of(AnsiColor.RED);

	private final Escape warning = Escape.of(AnsiColor.YELLOW);

	private final Escape other = Escape.of(AnsiColor.GREEN);

	private CachingColorConverter(List<PatternFormatter> formatters, List<AnsiElement> styles) {
		super("style", formatters, styles.isEmpty() ? CacheKey.LEVEL : CacheKey.NOTHING);
		this.escape = styles.isEmpty() ? null : Escape.of(styles.toArray(AnsiElement[]::new));
	}

	/**
	 * Create a converter, as Log4j wants it.
	 * @param configuration the configuration that has the pattern
	 * @param options the pattern and, unless they are up to the level, names of styles
	 * @return a converter, or {@code null} if there is no pattern
	 */
	public static @Nullable CachingColorConverter newInstance(@Nullable Configuration configuration,
			@Nullable String[] options) {
		List<PatternFormatter> pattern = parse(configuration, options, "rclr");
		if (pattern == null) {
			return null;
		}
		List<AnsiElement> styles = new ArrayList<>();
		String names = (options.length > 1) ? options[1] : null;
		if (names != null) {
			for (String name : names.split(",")) {
				AnsiElement style = style(name.trim().toUpperCase(Locale.ROOT));
				if (style != null) {
					styles.add(style);
				}
			}
		}
		return new CachingColorConverter(pattern, styles);
	}

	private static @Nullable AnsiElement style(String name) {
		if (name.startsWith("BG_")) {
			return find(AnsiBackground.values(), name.substring("BG_".length()));
		}
		AnsiElement style = find(AnsiStyle.values(), name);
		return (style != null) ? style : find(AnsiColor.values(), name);
	}

	private static <E extends Enum<E> & AnsiElement> @Nullable E find(E[] elements, String name) {
		for (E element : elements) {
			if (element.name().equals(name) && !name.equals("DEFAULT")) {
				return element;
			}
		}
		return null;
	}

	/**
	 * Return the parts if the style does not depend on the level, and there is a text to
	 * color for sure.
	 */
	@Override
	@Nullable List<PatternFormatter> parts() {
		if (this.escape == null || formatters().stream().noneMatch(CachingColorConverter::printsSomething)) {
			return null;
		}
		List<PatternFormatter> parts = new ArrayList<>();
		parts.add(literal(this.escape.before()));
		parts.addAll(formatters());
		parts.add(literal(this.escape.after()));
		return parts;
	}

	private static boolean printsSomething(PatternFormatter formatter) {
		LogEventPatternConverter converter = formatter.getConverter();
		if (CacheKey.of(formatter) == CacheKey.NOTHING) {
			StringBuilder text = new StringBuilder();
			formatter.format(Log4jLogEvent.newBuilder().build(), text);
			return !text.isEmpty();
		}
		return converter instanceof DatePatternConverter || (converter instanceof CachingConverter caching
				&& caching.formatters().stream().anyMatch(CachingColorConverter::printsSomething));
	}

	private static PatternFormatter literal(String text) {
		return new PatternFormatter(new Literal(text), FormattingInfo.getDefault());
	}

	@Override
	void print(LogEvent event, StringBuilder output) {
		Escape used = (this.escape != null) ? this.escape : escape(event.getLevel());
		int start = output.length();
		output.append(used.before());
		int text = output.length();
		printPattern(event, output);
		if (output.length() == text) {
			output.setLength(start);
		}
		else {
			output.append(used.after());
		}
	}

	private Escape escape(Level level) {
		int value = level.intLevel();
		if (value == Level.ERROR.intLevel() || value == Level.FATAL.intLevel()) {
			return this.severe;
		}
		return (value == Level.WARN.intLevel()) ? this.warning : this.other;
	}

	/**
	 * Prints an escape sequence.
	 */
	private static final class Literal extends LogEventPatternConverter {

		private final String text;

		Literal(String text) {
			super("Literal", "literal");
			this.text = text;
		}

		@Override
		public void format(LogEvent event, StringBuilder output) {
			output.append(this.text);
		}

		@Override
		public boolean isVariable() {
			return false;
		}

	}

	/**
	 * The escape sequences before and after a text.
	 */
	private record Escape(String before, String after) {

		static Escape of(AnsiElement... elements) {
			Object[] parts = new Object[elements.length + 1];
			System.arraycopy(elements, 0, parts, 0, elements.length);
			parts[elements.length] = TEXT;
			String[] escapes = AnsiOutput.toString(parts).split(TEXT, -1);
			return new Escape(escapes[0], escapes[1]);
		}

	}

}
