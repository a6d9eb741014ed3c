package io.github.ringlog.location;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

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
 * the converters are those of Log4j's own parser. It asks that parser about no mistake
 * twice, because Log4j reports each. For one configuration, which has one scanner; any
 * thread may ask.
 */
public final class PatternScanner {

	private static final int[] FIRST_OPTION = { 0 };

	private static final Map<Class<?>, int[]> PATTERN_OPTIONS = Map.of(HighlightConverter.class, FIRST_OPTION,
			StyleConverter.class, FIRST_OPTION, EncodingPatternConverter.class, FIRST_OPTION,
			RegexReplacementConverter.class, FIRST_OPTION, MaxLengthConverter.class, FIRST_OPTION,
			VariablesNotEmptyReplacementConverter.class, FIRST_OPTION);

	// Spring Boot's and ours.
	private static final Set<String> OTHER_PATTERN_CONVERTERS = Set.of(
			"org.springframework.boot.logging.log4j2.ColorConverter",
			"org.springframework.boot.logging.log4j2.EnclosedInSquareBracketsConverter",
			"io.github.ringlog.pattern.SanitizedPatternConverter");

	private static final Set<String> SPRING_BOOT_THROWABLE_CONVERTERS = Set.of(
			"org.springframework.boot.logging.log4j2.ExtendedWhitespaceThrowablePatternConverter",
			"org.springframework.boot.logging.log4j2.WhitespaceThrowablePatternConverter");

	private static final String COMPONENT = PatternScanner.class.getName();

	private final Map<String, Class<?>> converters = new HashMap<>();

	private final PatternParser parser;

	// Two threads may both scan a pattern or build a converter; the race is harmless.
	private final Map<String, List<Specifier>> scanned = new ConcurrentHashMap<>();

	private final Map<String, Optional<LogEventPatternConverter>> built = new ConcurrentHashMap<>();

	PatternScanner(Configuration configuration) {
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
	 * Return the scanner of a configuration.
	 * @param configuration the configuration that the patterns are of, whose packages may
	 * bring converters
	 * @return its scanner
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
	 * @return the specifiers, each before those that are nested in it
	 */
	public List<Specifier> scan(String pattern) {
		List<Specifier> known = this.scanned.get(pattern);
		if (known == null) {
			List<Specifier> specifiers = new ArrayList<>();
			scan(pattern, 0, null, false, specifiers);
			known = List.copyOf(specifiers);
			this.scanned.put(pattern, known);
		}
		return known;
	}

	/**
	 * Return whether there is a mistake in a pattern: a piece that Log4j prints as it is.
	 * @param pattern any text
	 * @return whether there is one, at any depth
	 */
	public boolean hasMistakes(String pattern) {
		return scan(pattern).stream().anyMatch((specifier) -> specifier.kind() == Specifier.Kind.UNKNOWN);
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
			LogEventPatternConverter built = (converter != null && needsInstance(converter)) ? build(token) : null;
			boolean usable = isUsable(token, converter);
			if (inSuffix && converter != null && handlesThrowable(token)) {
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

	/**
	 * Return whether Log4j has a converter. In place of one that it can't make, it has a
	 * piece of text.
	 */
	private boolean isUsable(PatternTokens.Token token, @Nullable Class<?> converter) {
		if (converter == null || !needsInstance(converter)) {
			return converter != null;
		}
		LogEventPatternConverter made = build(token);
		return made != null && (made.isVariable() || converter.isInstance(made));
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
		Optional<LogEventPatternConverter> known = this.built.get(token.text());
		if (known == null) {
			known = Optional.ofNullable(parse(withoutMistakes(token)));
			this.built.put(token.text(), known);
		}
		return known.orElse(null);
	}

	private @Nullable LogEventPatternConverter parse(String text) {
		try {
			List<PatternFormatter> made = this.parser.parse(text);
			return made.isEmpty() ? null : made.get(0).getConverter();
		}
		catch (RuntimeException | LinkageError ex) {
			return null;
		}
	}

	/**
	 * Escape the mistakes in the patterns among the options of a specifier: Log4j prints
	 * the same for them, but has nothing to report.
	 */
	private String withoutMistakes(PatternTokens.Token token) {
		Class<?> converter = converter(token.word());
		StringBuilder text = new StringBuilder(token.text());
		int[] indexes = (converter != null) ? patternOptions(converter) : new int[0];
		for (int i = indexes.length - 1; i >= 0; i--) {
			if (indexes[i] < token.options().size()) {
				PatternTokens.Option option = token.options().get(indexes[i]);
				int start = option.position() - token.position();
				text.replace(start, start + option.text().length(), withoutMistakes(option.text()));
			}
		}
		return text.toString();
	}

	private String withoutMistakes(String pattern) {
		StringBuilder text = new StringBuilder(pattern);
		List<PatternTokens.Token> tokens = PatternTokens.of(pattern);
		for (int i = tokens.size() - 1; i >= 0; i--) {
			PatternTokens.Token token = tokens.get(i);
			text.replace(token.position(), token.position() + token.text().length(),
					isUsable(token, converter(token.word())) ? withoutMistakes(token)
							: token.text().replace("%", "%%"));
		}
		return text.toString();
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
	 * @param converter the class that Log4j has for a specifier
	 * @return the indexes of these options
	 */
	public static int[] patternOptions(Class<?> converter) {
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
