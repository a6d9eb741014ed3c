package io.github.ringlog.location;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.plugins.util.PluginManager;
import org.apache.logging.log4j.core.config.plugins.util.PluginType;
import org.apache.logging.log4j.core.impl.LocationAware;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.pattern.AbstractStyleNameConverter;
import org.apache.logging.log4j.core.pattern.ConverterKeys;
import org.apache.logging.log4j.core.pattern.EncodingPatternConverter;
import org.apache.logging.log4j.core.pattern.EqualsBaseReplacementConverter;
import org.apache.logging.log4j.core.pattern.HighlightConverter;
import org.apache.logging.log4j.core.pattern.MaxLengthConverter;
import org.apache.logging.log4j.core.pattern.RegexReplacementConverter;
import org.apache.logging.log4j.core.pattern.StyleConverter;
import org.apache.logging.log4j.core.pattern.VariablesNotEmptyReplacementConverter;
import org.jspecify.annotations.Nullable;

/**
 * Finds the specifiers of a pattern, nested ones included, with the classes of their
 * converters. Creates no converter. A configuration has one scanner; safe for use by
 * several threads.
 */
public final class PatternScanner {

	private static final Set<Class<?>> PATTERN_FIRST = Set.of(HighlightConverter.class, StyleConverter.class,
			EncodingPatternConverter.class, RegexReplacementConverter.class, MaxLengthConverter.class,
			VariablesNotEmptyReplacementConverter.class);

	// Spring Boot's and Ringlog's.
	private static final Set<String> OTHER_PATTERN_FIRST = Set.of(
			"org.springframework.boot.logging.log4j2.ColorConverter",
			"org.springframework.boot.logging.log4j2.EnclosedInSquareBracketsConverter",
			"io.github.ringlog.pattern.SanitizedPatternConverter");

	private static final Set<String> ESCAPE_FORMATS = Set.of("HTML", "XML", "JSON", "CRLF");

	private static final String COMPONENT = PatternScanner.class.getName();

	private final Map<String, Class<?>> converters = new HashMap<>();

	// Two threads may both scan a pattern; the race is harmless.
	private final Map<String, List<Specifier>> scanned = new ConcurrentHashMap<>();

	PatternScanner(Configuration configuration) {
		PluginManager manager = new PluginManager(PatternLayout.KEY);
		manager.collectPlugins(configuration.getPluginPackages());
		for (PluginType<?> type : manager.getPlugins().values()) {
			ConverterKeys keys = type.getPluginClass().getAnnotation(ConverterKeys.class);
			for (String key : (keys != null) ? keys.value() : new String[0]) {
				this.converters.putIfAbsent(key, type.getPluginClass());
			}
		}
	}

	/**
	 * Return the scanner of a configuration.
	 * @param configuration the configuration of the patterns, whose plugin packages may
	 * have converters
	 * @return the scanner
	 */
	public static PatternScanner of(Configuration configuration) {
		PatternScanner known = configuration.getComponent(COMPONENT);
		if (known == null) {
			configuration.addComponent(COMPONENT, new PatternScanner(configuration));
			known = configuration.getComponent(COMPONENT);
		}
		return known;
	}

	/**
	 * Return the specifiers of a pattern.
	 * @param pattern any text
	 * @return the specifiers, each before its nested ones
	 */
	public List<Specifier> scan(String pattern) {
		List<Specifier> known = this.scanned.get(pattern);
		if (known == null) {
			List<Specifier> specifiers = new ArrayList<>();
			scan(pattern, 0, null, specifiers);
			known = List.copyOf(specifiers);
			this.scanned.put(pattern, known);
		}
		return known;
	}

	LayoutReader.Answer asksForLocation(String pattern) {
		LayoutReader.Answer answer = LayoutReader.Answer.NO;
		for (Specifier specifier : scan(pattern)) {
			if (specifier.kind() == Specifier.Kind.LOCATION) {
				return LayoutReader.Answer.YES;
			}
			if (specifier.kind() == Specifier.Kind.CUSTOM) {
				answer = LayoutReader.Answer.UNKNOWN;
			}
		}
		return answer;
	}

	private void scan(String pattern, int offset, @Nullable Specifier parent, List<Specifier> into) {
		for (PatternTokens.Token token : PatternTokens.of(pattern)) {
			Class<?> converter = converter(token.word());
			Specifier specifier = new Specifier(token.text(), offset + token.position(), kind(converter, token, parent),
					converter, token.options().stream().map(PatternTokens.Option::text).toList(), parent);
			into.add(specifier);
			if (converter != null && specifier.kind() != Specifier.Kind.UNKNOWN) {
				for (int index : scannedOptions(specifier, converter)) {
					if (index < token.options().size()) {
						PatternTokens.Option option = token.options().get(index);
						scan(option.text(), offset + option.position(), specifier, into);
					}
				}
			}
		}
	}

	/**
	 * Find the converter as Log4j does: the longest prefix of the word that is a key.
	 */
	private @Nullable Class<?> converter(String word) {
		for (int end = word.length(); end > 0; end--) {
			Class<?> converter = this.converters.get(word.substring(0, end));
			if (converter != null) {
				return converter;
			}
		}
		return null;
	}

	private static Specifier.Kind kind(@Nullable Class<?> converter, PatternTokens.Token token,
			@Nullable Specifier parent) {
		if (converter == null || !isUsable(converter, token.options())) {
			return Specifier.Kind.UNKNOWN;
		}
		if (!KnownParts.isKnown(converter)) {
			return Specifier.Kind.CUSTOM;
		}
		if (!LocationAware.class.isAssignableFrom(converter)) {
			return Specifier.Kind.PLAIN;
		}
		for (Specifier current = parent; current != null; current = current.parent()) {
			if (current.kind() == Specifier.Kind.CUSTOM || current.printsThrowable()) {
				// Only the enclosing converter knows what its options mean.
				return Specifier.Kind.CUSTOM;
			}
		}
		return Specifier.Kind.LOCATION;
	}

	/**
	 * Return whether Log4j can create a converter with these options. If not, it prints
	 * the specifier as text.
	 */
	private static boolean isUsable(Class<?> converter, List<PatternTokens.Option> options) {
		int number = options.size();
		if (EqualsBaseReplacementConverter.class.isAssignableFrom(converter)
				|| converter == RegexReplacementConverter.class) {
			return number == 3;
		}
		if (converter == MaxLengthConverter.class) {
			return number == 2;
		}
		if (converter == VariablesNotEmptyReplacementConverter.class) {
			return number == 1;
		}
		if (converter == EncodingPatternConverter.class) {
			return number == 1
					|| number == 2 && ESCAPE_FORMATS.contains(options.get(1).text().toUpperCase(Locale.ENGLISH));
		}
		return number > 0 || patternOptions(converter).length == 0;
	}

	private static int[] scannedOptions(Specifier specifier, Class<?> converter) {
		// An exception may have a pattern at the end of each line: %ex{suffix(…)}.
		return (specifier.kind() == Specifier.Kind.CUSTOM || specifier.printsThrowable())
				? IntStream.range(0, specifier.options().size()).toArray() : patternOptions(converter);
	}

	/**
	 * Return which options of a converter are patterns.
	 * @param converter the class of the converter
	 * @return the indexes of these options
	 */
	public static int[] patternOptions(Class<?> converter) {
		if (EqualsBaseReplacementConverter.class.isAssignableFrom(converter)) {
			return new int[] { 0, 2 };
		}
		boolean first = PATTERN_FIRST.contains(converter) || OTHER_PATTERN_FIRST.contains(converter.getName())
				|| AbstractStyleNameConverter.class.isAssignableFrom(converter);
		return first ? new int[] { 0 } : new int[0];
	}

}
