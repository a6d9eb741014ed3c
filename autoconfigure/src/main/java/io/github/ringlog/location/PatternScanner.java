package io.github.ringlog.location;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.plugins.util.PluginManager;
import org.apache.logging.log4j.core.config.plugins.util.PluginType;
import org.apache.logging.log4j.core.impl.LocationAware;
import org.apache.logging.log4j.core.impl.ThrowableFormatOptions;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.pattern.AbstractStyleNameConverter;
import org.apache.logging.log4j.core.pattern.ConverterKeys;
import org.apache.logging.log4j.core.pattern.EncodingPatternConverter;
import org.apache.logging.log4j.core.pattern.EqualsBaseReplacementConverter;
import org.apache.logging.log4j.core.pattern.HighlightConverter;
import org.apache.logging.log4j.core.pattern.LogEventPatternConverter;
import org.apache.logging.log4j.core.pattern.MaxLengthConverter;
import org.apache.logging.log4j.core.pattern.PatternFormatter;
import org.apache.logging.log4j.core.pattern.PatternParser;
import org.apache.logging.log4j.core.pattern.RegexReplacementConverter;
import org.apache.logging.log4j.core.pattern.StyleConverter;
import org.apache.logging.log4j.core.pattern.ThrowablePatternConverter;
import org.apache.logging.log4j.core.pattern.VariablesNotEmptyReplacementConverter;
import org.jspecify.annotations.Nullable;

/**
 * Finds the specifiers of a pattern, nested ones included, and what Log4j makes of them:
 * the converters are those of Log4j's own parser. For one configuration; any thread may
 * ask.
 */
public final class PatternScanner {

	private static final int[] FIRST_OPTION = { 0 };

	private static final Map<Class<?>, int[]> PATTERN_OPTIONS = Map.of(HighlightConverter.class, FIRST_OPTION,
			StyleConverter.class, FIRST_OPTION, EncodingPatternConverter.class, FIRST_OPTION,
			RegexReplacementConverter.class, FIRST_OPTION, MaxLengthConverter.class, FIRST_OPTION,
			VariablesNotEmptyReplacementConverter.class, FIRST_OPTION);

	// Spring Boot's, and those that the packaged configuration has in their place.
	private static final Set<String> OTHER_PATTERN_CONVERTERS = Set.of(
			"org.springframework.boot.logging.log4j2.ColorConverter",
			"org.springframework.boot.logging.log4j2.EnclosedInSquareBracketsConverter",
			"io.github.ringlog.pattern.CachingColorConverter", "io.github.ringlog.pattern.CachingBracketsConverter",
			"io.github.ringlog.pattern.CachedPatternConverter", "io.github.ringlog.pattern.SanitizedPatternConverter");

	private static final Set<String> SPRING_BOOT_THROWABLE_CONVERTERS = Set.of(
			"org.springframework.boot.logging.log4j2.ExtendedWhitespaceThrowablePatternConverter",
			"org.springframework.boot.logging.log4j2.WhitespaceThrowablePatternConverter");

	private final Map<String, Class<?>> converters = new HashMap<>();

	private final PatternParser parser;

	/**
	 * Create a scanner.
	 * @param configuration the configuration that the patterns are of, whose packages may
	 * bring converters
	 */
	public PatternScanner(Configuration configuration) {
		this.parser = PatternLayout.createPatternParser(configuration);
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
	 * Return the specifiers of a pattern.
	 * @param pattern any text
	 * @return the specifiers, each before those that are nested in it
	 */
	public List<Specifier> scan(String pattern) {
		List<Specifier> specifiers = new ArrayList<>();
		scan(pattern, 0, null, false, specifiers);
		return specifiers;
	}

	/**
	 * Return whether a pattern asks for the caller's location, or may do so.
	 * @param pattern any text
	 * @return whether it does
	 */
	public boolean mayAskForLocation(String pattern) {
		return scan(pattern).stream()
			.anyMatch((specifier) -> specifier.kind() == Specifier.Kind.LOCATION
					|| specifier.kind() == Specifier.Kind.MAYBE_LOCATION);
	}

	private void scan(String pattern, int offset, @Nullable Specifier parent, boolean inSuffix, List<Specifier> into) {
		for (PatternTokens.Token token : PatternTokens.of(pattern)) {
			Class<?> converter = converter(token.word());
			LogEventPatternConverter built = null;
			boolean usable = converter != null;
			if (converter != null && needsInstance(converter)) {
				built = build(token);
				// In place of a converter that it can't make, Log4j has a piece of text.
				usable = built != null && (built.isVariable() || converter.isInstance(built));
			}
			if (inSuffix && handlesThrowable(token)) {
				// Log4j leaves it out, for a stack trace in each line of a stack trace.
				continue;
			}
			Specifier specifier = new Specifier(token.text(), offset + token.position(),
					kind(converter, usable ? built : null, usable, parent), converter,
					token.options().stream().map(PatternTokens.Option::text).toList(), parent);
			into.add(specifier);
			if (converter != null && usable) {
				scanOptions(converter, token, offset, specifier, into);
			}
		}
	}

	/**
	 * Find the converter as Log4j does: the longest beginning of the word that is a key.
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

	private static boolean needsInstance(Class<?> converter) {
		return LocationAware.class.isAssignableFrom(converter) || patternOptions(converter).length > 0
				|| isThrowableConverter(converter);
	}

	/**
	 * Have Log4j build a converter.
	 * @return the converter, a piece of text when Log4j can't make one of the options, or
	 * {@code null} when it fails on them
	 */
	private @Nullable LogEventPatternConverter build(PatternTokens.Token token) {
		try {
			List<PatternFormatter> built = this.parser.parse(token.text());
			return built.isEmpty() ? null : built.get(0).getConverter();
		}
		catch (RuntimeException | LinkageError ex) {
			return null;
		}
	}

	private boolean handlesThrowable(PatternTokens.Token token) {
		LogEventPatternConverter converter = build(token);
		return converter != null && converter.handlesThrowable();
	}

	private static Specifier.Kind kind(@Nullable Class<?> converter, @Nullable LogEventPatternConverter built,
			boolean usable, @Nullable Specifier parent) {
		if (converter == null || !usable) {
			return Specifier.Kind.UNKNOWN;
		}
		if (built instanceof LocationAware aware) {
			if (!aware.requiresLocation()) {
				return Specifier.Kind.PLAIN;
			}
			for (Specifier current = parent; current != null; current = current.parent()) {
				if (current.kind() == Specifier.Kind.CUSTOM) {
					return Specifier.Kind.MAYBE_LOCATION;
				}
			}
			return Specifier.Kind.LOCATION;
		}
		return KnownParts.isKnown(converter) ? Specifier.Kind.PLAIN : Specifier.Kind.CUSTOM;
	}

	private void scanOptions(Class<?> converter, PatternTokens.Token token, int offset, Specifier specifier,
			List<Specifier> into) {
		List<PatternTokens.Option> options = token.options();
		if (isThrowableConverter(converter)) {
			scanSuffix(options, offset, specifier, into);
		}
		else if (specifier.kind() == Specifier.Kind.CUSTOM) {
			options.forEach((option) -> scan(option.text(), offset + option.position(), specifier, false, into));
		}
		else {
			for (int index : patternOptions(converter)) {
				if (index < options.size()) {
					PatternTokens.Option option = options.get(index);
					scan(option.text(), offset + option.position(), specifier, false, into);
				}
			}
		}
	}

	/**
	 * Scan the text that a stack trace has at the end of each line:
	 * <code>%ex{suffix(…)}</code>.
	 */
	private void scanSuffix(List<PatternTokens.Option> options, int offset, Specifier specifier, List<Specifier> into) {
		String suffix = suffix(specifier.options());
		if (suffix == null) {
			return;
		}
		for (PatternTokens.Option option : options) {
			int index = option.text().lastIndexOf(suffix);
			if (index >= 0 && option.text().contains("(")) {
				scan(suffix, offset + option.position() + index, specifier, true, into);
				return;
			}
		}
	}

	private static @Nullable String suffix(List<String> options) {
		try {
			return options.isEmpty() ? null
					: ThrowableFormatOptions.newInstance(options.toArray(String[]::new)).getSuffix();
		}
		catch (NumberFormatException ex) {
			// Log4j makes no converter of such options.
			return null;
		}
	}

	private static boolean isThrowableConverter(Class<?> converter) {
		return ThrowablePatternConverter.class.isAssignableFrom(converter)
				|| SPRING_BOOT_THROWABLE_CONVERTERS.contains(converter.getName());
	}

	/**
	 * Return which options of a converter are patterns.
	 */
	private static int[] patternOptions(Class<?> converter) {
		if (EqualsBaseReplacementConverter.class.isAssignableFrom(converter)) {
			return new int[] { 0, 2 };
		}
		if (AbstractStyleNameConverter.class.isAssignableFrom(converter)
				|| OTHER_PATTERN_CONVERTERS.contains(converter.getName())) {
			return FIRST_OPTION;
		}
		return PATTERN_OPTIONS.getOrDefault(converter, new int[0]);
	}

}
