package io.github.ringlog.pattern;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

import io.github.ringlog.location.PatternScanner;
import io.github.ringlog.location.Specifier;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.pattern.AbstractStyleNameConverter;
import org.apache.logging.log4j.core.pattern.FormattingInfo;
import org.apache.logging.log4j.core.pattern.HighlightConverter;
import org.apache.logging.log4j.core.pattern.LogEventPatternConverter;
import org.apache.logging.log4j.core.pattern.PatternFormatter;
import org.apache.logging.log4j.core.pattern.PatternParser;
import org.apache.logging.log4j.core.pattern.StyleConverter;
import org.jspecify.annotations.Nullable;

/**
 * A part of a pattern: what Log4j's parser has made of it, and the patterns among its
 * options, which a converter does not expose.
 *
 * @param formatter prints the part
 * @param specifier the specifier of the part, or {@code null} for text, and for the
 * exception that Log4j adds
 * @param patterns the patterns among its options
 * @param frame if the part is one pattern with text around it, the same part around a
 * zero character
 */
record PatternPart(PatternFormatter formatter, @Nullable Specifier specifier, List<List<PatternPart>> patterns,
		@Nullable PatternFormatter frame) {

	private static final String TEXT = "\0";

	private static final Set<String> LITERALS = Set.of("Literal", "SimpleLiteral");

	private static final Set<String> SPRING_BOOT_FRAMES = Set.of(
			"org.springframework.boot.logging.log4j2.ColorConverter",
			"org.springframework.boot.logging.log4j2.EnclosedInSquareBracketsConverter");

	LogEventPatternConverter converter() {
		return this.formatter.getConverter();
	}

	/**
	 * Return whether the part is neither padded nor truncated.
	 */
	boolean isPlain() {
		return this.formatter.getFormattingInfo() == FormattingInfo.getDefault();
	}

	/**
	 * Return whether the class of the specifier, which may have made another converter,
	 * has a name.
	 */
	boolean isOfSpringBoot(String simpleName) {
		Class<?> converter = (this.specifier != null) ? this.specifier.converter() : null;
		return converter != null && converter.getName().equals("org.springframework.boot.logging.log4j2." + simpleName);
	}

	List<String> options() {
		return (this.specifier != null) ? this.specifier.options() : List.of();
	}

	/**
	 * Return what prints one side of the frame.
	 */
	PatternFormatter side(PatternFormatter around, boolean before) {
		return new PatternFormatter(new Side(around, before), FormattingInfo.getDefault());
	}

	/**
	 * Reads patterns of a configuration.
	 */
	static final class Reader {

		private final PatternScanner scanner;

		private final PatternParser parser;

		Reader(PatternScanner scanner, @Nullable Configuration configuration) {
			this.scanner = scanner;
			this.parser = PatternLayout.createPatternParser(configuration);
		}

		/**
		 * Return the parts of a pattern.
		 * @param pattern the pattern
		 * @param formatters what the parser has made of it
		 * @param ansi whether Log4j's own words for colors print these; nested ones
		 * always do
		 */
		List<PatternPart> read(String pattern, List<PatternFormatter> formatters, boolean ansi) {
			List<Specifier> specifiers = this.scanner.scan(pattern)
				.stream()
				.filter((specifier) -> specifier.parent() == null)
				.toList();
			long added = formatters.stream().filter((formatter) -> !isLiteral(formatter)).count() - specifiers.size();
			// If the two do not fit, no specifier is known, and the formatters print.
			Iterator<Specifier> next = (added == 0 || added == 1) ? specifiers.iterator() : Collections.emptyIterator();
			List<PatternPart> parts = new ArrayList<>();
			for (PatternFormatter formatter : formatters) {
				Specifier specifier = (!isLiteral(formatter) && next.hasNext()) ? next.next() : null;
				parts.add((specifier != null) ? read(formatter, specifier, ansi)
						: new PatternPart(formatter, null, List.of(), null));
			}
			return parts;
		}

		private PatternPart read(PatternFormatter formatter, Specifier specifier, boolean ansi) {
			List<List<PatternPart>> patterns = new ArrayList<>();
			Class<?> converter = specifier.converter();
			for (int index : (converter != null) ? PatternScanner.patternOptions(converter) : new int[0]) {
				if (index < specifier.options().size()) {
					String option = specifier.options().get(index);
					patterns.add(read(option, this.parser.parse(option), true));
				}
			}
			return new PatternPart(formatter, specifier, patterns, isFrame(formatter) ? frame(specifier, ansi) : null);
		}

		private PatternFormatter frame(Specifier specifier, boolean ansi) {
			StringBuilder text = new StringBuilder("%").append(specifier.word()).append('{').append(TEXT).append('}');
			specifier.options().stream().skip(1).forEach((option) -> text.append('{').append(option).append('}'));
			return this.parser.parse(text.toString(), false, !ansi, false).get(0);
		}

		private static boolean isLiteral(PatternFormatter formatter) {
			return LITERALS.contains(formatter.getConverter().getName());
		}

		private static boolean isFrame(PatternFormatter formatter) {
			LogEventPatternConverter converter = formatter.getConverter();
			return converter instanceof HighlightConverter || converter instanceof StyleConverter
					|| converter instanceof AbstractStyleNameConverter
					|| SPRING_BOOT_FRAMES.contains(converter.getClass().getName());
		}

	}

	/**
	 * Prints what a frame has before or after its text.
	 */
	private static final class Side extends LogEventPatternConverter {

		private final PatternFormatter frame;

		private final boolean before;

		Side(PatternFormatter frame, boolean before) {
			super("side", "side");
			this.frame = frame;
			this.before = before;
		}

		@Override
		public void format(LogEvent event, StringBuilder output) {
			int start = output.length();
			this.frame.format(event, output);
			int text = output.indexOf(TEXT, start);
			if (this.before) {
				output.setLength(text);
			}
			else {
				output.delete(start, text + TEXT.length());
			}
		}

	}

}
