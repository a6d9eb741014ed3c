package io.github.ringlog.pattern;

import java.util.List;
import java.util.regex.Pattern;

import io.github.ringlog.location.PatternScanner;
import io.github.ringlog.location.Specifier;
import io.github.ringlog.text.ByteText;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.NullConfiguration;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.pattern.HighlightConverter;
import org.apache.logging.log4j.core.pattern.LogEventPatternConverter;
import org.apache.logging.log4j.core.pattern.PatternFormatter;
import org.apache.logging.log4j.core.pattern.SequenceNumberPatternConverter;
import org.apache.logging.log4j.message.SimpleMessage;
import org.jspecify.annotations.Nullable;

/**
 * Prints a pattern as UTF-8 bytes. Parts that depend only on the level, the thread or the
 * logger are cached, the time is printed once per millisecond, and the text of a message
 * is copied. All other parts are printed by Log4j's converters, so that the output is the
 * same; if colors are on, these also print colored parts that differ with each event.
 * Whether Spring Boot's converters print colors is decided at creation: Spring Boot
 * decides it before it initializes logging. After warm-up, only the converters allocate.
 * Used by one thread at a time.
 */
public final class BytePattern {

	private static final Pattern IDENTITY = Pattern.compile("@[0-9a-f]+");

	// The converters in these packages have no state, so a second instance prints the
	// same.
	private static final List<String> KNOWN_PACKAGES = List.of("org.apache.logging.log4j.core.pattern.",
			"org.springframework.boot.logging.log4j2.", "io.github.ringlog.pattern.");

	private static final boolean[] BOTH = { true, false };

	private final BytePiece piece;

	private BytePattern(List<PatternPart> parts) {
		this.piece = new PieceCompiler().compile(parts);
	}

	/**
	 * Create the pattern of a layout.
	 * @param layout the layout
	 * @return the pattern, or {@code null} if only the layout can print it: it selects
	 * among patterns, replaces text, has third-party converters, or its pattern has an
	 * error
	 */
	public static @Nullable BytePattern of(PatternLayout layout) {
		String pattern = layout.getConversionPattern();
		Configuration configuration = layout.getConfiguration();
		if (pattern == null) {
			return null;
		}
		PatternScanner scanner = PatternScanner.of((configuration != null) ? configuration : new NullConfiguration());
		List<Specifier> specifiers = scanner.scan(pattern);
		// To find out about colors, %highlight has to print, which would take a sequence
		// number.
		if (!specifiers.stream().allMatch(BytePattern::isKnown) || (has(specifiers, HighlightConverter.class)
				&& has(specifiers, SequenceNumberPatternConverter.class))) {
			return null;
		}
		PatternPart.Reader reader = new PatternPart.Reader(scanner, configuration);
		for (boolean withException : BOTH) {
			List<PatternFormatter> plain = parse(layout, withException, false);
			List<PatternFormatter> colored = parse(layout, withException, true);
			if (isOf(layout, colored, plain)) {
				return new BytePattern(reader.read(pattern, colored));
			}
			if (isOf(layout, plain, colored)) {
				return new BytePattern(reader.read(pattern, plain));
			}
		}
		return null;
	}

	/**
	 * Return whether another instance of a specifier's converter prints the same. An
	 * erroneous specifier is excluded: Log4j has reported it, and would report it again.
	 */
	private static boolean isKnown(Specifier specifier) {
		Class<?> converter = specifier.converter();
		return specifier.kind() != Specifier.Kind.UNKNOWN && converter != null
				&& KNOWN_PACKAGES.stream().anyMatch(converter.getName()::startsWith);
	}

	private static boolean has(List<Specifier> specifiers, Class<?> converter) {
		return specifiers.stream().anyMatch((specifier) -> specifier.converter() == converter);
	}

	private static List<PatternFormatter> parse(PatternLayout layout, boolean withException, boolean ansi) {
		return PatternLayout.createPatternParser(layout.getConfiguration())
			.parse(layout.getConversionPattern(), withException, !ansi, false);
	}

	/**
	 * Return whether a layout has parsed its pattern with the same options. The layout
	 * does not expose these, but the text form of its formatters does, except for
	 * {@code %highlight}, which has to print.
	 */
	private static boolean isOf(PatternLayout layout, List<PatternFormatter> formatters, List<PatternFormatter> other) {
		String wanted = describe(layout.getEventSerializer());
		List<LogEventPatternConverter> converters = formatters.stream().map(PatternFormatter::getConverter).toList();
		if (!wanted.endsWith("PatternFormatterPatternSerializer[formatters=" + describe(formatters) + "]")
				&& !wanted.endsWith("NoFormatPatternSerializer[converters=" + describe(converters) + "]")) {
			return false;
		}
		if (converters.stream().noneMatch(HighlightConverter.class::isInstance)) {
			return true;
		}
		LogEvent event = Log4jLogEvent.newBuilder()
			.setLoggerName("logger")
			.setLevel(Level.ERROR)
			.setMessage(new SimpleMessage("message"))
			.build();
		String printed = layout.toSerializable(event);
		return printed.equals(print(formatters, event)) && !printed.equals(print(other, event));
	}

	private static String print(List<PatternFormatter> formatters, LogEvent event) {
		StringBuilder text = new StringBuilder();
		formatters.forEach((formatter) -> formatter.format(event, text));
		return text.toString();
	}

	private static String describe(Object part) {
		return IDENTITY.matcher(part.toString()).replaceAll("");
	}

	/**
	 * Print an event.
	 * @param event the event
	 * @param target the text to append to
	 */
	public void print(LogEvent event, ByteText target) {
		this.piece.print(event, target);
	}

}
