package io.github.ringlog.pattern;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

import io.github.ringlog.location.PatternScanner;
import io.github.ringlog.location.Specifier;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.pattern.FormattingInfo;
import org.apache.logging.log4j.core.pattern.LogEventPatternConverter;
import org.apache.logging.log4j.core.pattern.PatternFormatter;
import org.apache.logging.log4j.core.pattern.PatternParser;
import org.jspecify.annotations.Nullable;

/**
 * A part of a pattern: Log4j's formatter for it, and the patterns among its options,
 * which a converter does not expose.
 *
 * @param formatter prints the part
 * @param specifier the specifier of the part, or {@code null} for text, and for the
 * exception converter that Log4j adds
 * @param patterns the patterns among its options
 * @param transparent whether it prints its only pattern and nothing else
 */
record PatternPart(PatternFormatter formatter, @Nullable Specifier specifier, List<List<PatternPart>> patterns,
		boolean transparent) {

	private static final Set<String> LITERALS = Set.of("Literal", "SimpleLiteral");

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
	 * Return whether the specifier's class is a given class of Spring Boot, which may
	 * create converters of other classes.
	 */
	boolean isOfSpringBoot(String simpleName) {
		Class<?> converter = (this.specifier != null) ? this.specifier.converter() : null;
		return converter != null && converter.getName().equals("org.springframework.boot.logging.log4j2." + simpleName);
	}

	List<String> options() {
		return (this.specifier != null) ? this.specifier.options() : List.of();
	}

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
		 * @param formatters the parser's formatters for it
		 */
		List<PatternPart> read(String pattern, List<PatternFormatter> formatters) {
			List<Specifier> specifiers = this.scanner.scan(pattern)
				.stream()
				.filter((specifier) -> specifier.parent() == null)
				.toList();
			long added = formatters.stream().filter((formatter) -> !isLiteral(formatter)).count() - specifiers.size();
			// If the numbers do not match, no specifier is known, and the formatters
			// print.
			Iterator<Specifier> next = (added == 0 || added == 1) ? specifiers.iterator() : Collections.emptyIterator();
			List<PatternPart> parts = new ArrayList<>();
			for (PatternFormatter formatter : formatters) {
				Specifier specifier = (!isLiteral(formatter) && next.hasNext()) ? next.next() : null;
				parts.add((specifier != null) ? read(formatter, specifier)
						: new PatternPart(formatter, null, List.of(), false));
			}
			return parts;
		}

		private PatternPart read(PatternFormatter formatter, Specifier specifier) {
			List<List<PatternPart>> patterns = new ArrayList<>();
			Class<?> converter = specifier.converter();
			for (int index : (converter != null) ? PatternScanner.patternOptions(converter) : new int[0]) {
				if (index < specifier.options().size()) {
					String option = specifier.options().get(index);
					patterns.add(read(option, this.parser.parse(option)));
				}
			}
			PatternPart part = new PatternPart(formatter, specifier, patterns, false);
			return isColorOff(part) ? new PatternPart(formatter, specifier, patterns, true) : part;
		}

		/**
		 * Return whether a part is a color converter of Spring Boot's with colors off,
		 * which prints only its text.
		 */
		private boolean isColorOff(PatternPart part) {
			if (!part.isPlain() || !part.isOfSpringBoot("ColorConverter") || part.specifier() == null) {
				return false;
			}
			String sample = "x";
			StringBuilder printed = new StringBuilder();
			this.parser.parse("%" + part.specifier().word() + "{" + sample + "}")
				.forEach((formatter) -> formatter.format(new MutableLogEvent(), printed));
			return sample.contentEquals(printed);
		}

		private static boolean isLiteral(PatternFormatter formatter) {
			return LITERALS.contains(formatter.getConverter().getName());
		}

	}

}
