package io.github.ringlog.pattern;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.pattern.DatePatternConverter;
import org.apache.logging.log4j.core.pattern.HighlightConverter;
import org.apache.logging.log4j.core.pattern.LevelPatternConverter;
import org.apache.logging.log4j.core.pattern.LiteralPatternConverter;
import org.apache.logging.log4j.core.pattern.LogEventPatternConverter;
import org.apache.logging.log4j.core.pattern.LoggerPatternConverter;
import org.apache.logging.log4j.core.pattern.MdcPatternConverter;
import org.apache.logging.log4j.core.pattern.MessagePatternConverter;
import org.apache.logging.log4j.core.pattern.PatternFormatter;
import org.apache.logging.log4j.core.pattern.ProcessIdPatternConverter;
import org.apache.logging.log4j.core.pattern.ThreadNamePatternConverter;
import org.apache.logging.log4j.core.pattern.ThrowablePatternConverter;
import org.apache.logging.log4j.core.pattern.VariablesNotEmptyReplacementConverter;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the parts of a pattern into pieces. Adjacent parts that are printed in the
 * same way become one piece.
 */
final class PieceCompiler {

	private final List<BytePiece> pieces = new ArrayList<>();

	// Shared by all pieces of a pattern.
	private final StringBuilder scratch;

	// Adjacent parts that become one piece: all of them cacheable, or none.
	private final List<PatternFormatter> pending = new ArrayList<>();

	private Set<Dependency> dependencies = EnumSet.noneOf(Dependency.class);

	PieceCompiler() {
		this(new StringBuilder());
	}

	private PieceCompiler(StringBuilder scratch) {
		this.scratch = scratch;
	}

	BytePiece compile(List<PatternPart> parts) {
		parts.forEach(this::add);
		flush();
		return BytePiece.all(this.pieces);
	}

	private BytePiece compileNested(List<PatternPart> parts) {
		return new PieceCompiler(this.scratch).compile(parts);
	}

	private void add(PatternPart part) {
		if (part.transparent()) {
			part.patterns().get(0).forEach(this::add);
			return;
		}
		Set<Dependency> own = dependencies(part);
		BytePiece piece = null;
		if (!Dependency.areCacheable(own)) {
			piece = part.isPlain() ? piece(part) : null;
			own = EnumSet.of(Dependency.OTHER);
		}
		if (piece != null) {
			flush();
			this.pieces.add(piece);
		}
		else {
			pend(part.formatter(), own);
		}
	}

	private void pend(PatternFormatter formatter, Set<Dependency> own) {
		Set<Dependency> both = EnumSet.copyOf(this.dependencies);
		both.addAll(own);
		boolean other = own.contains(Dependency.OTHER);
		if (!Dependency.areCacheable(both) && !(other && this.dependencies.contains(Dependency.OTHER))) {
			flush();
			both = EnumSet.noneOf(Dependency.class);
			both.addAll(own);
		}
		this.pending.add(formatter);
		this.dependencies = both;
	}

	private void flush() {
		if (!this.pending.isEmpty()) {
			BytePiece stock = stock(this.pending.toArray(PatternFormatter[]::new));
			this.pieces.add(this.dependencies.contains(Dependency.OTHER) ? stock
					: new BytePiece.Cached(stock, this.dependencies));
		}
		this.pending.clear();
		this.dependencies = EnumSet.noneOf(Dependency.class);
	}

	private BytePiece stock(PatternFormatter... formatters) {
		return new BytePiece.Stock(this.scratch, formatters);
	}

	/**
	 * Return a piece for a part that may differ with each event.
	 * @return the piece, or {@code null} if only Log4j's converter can print the part
	 */
	private @Nullable BytePiece piece(PatternPart part) {
		LogEventPatternConverter converter = part.converter();
		BytePiece stock = stock(part.formatter());
		if (isDateOfMillis(converter)) {
			return new BytePiece.Time(stock);
		}
		if (converter instanceof LineNumberConverter number) {
			return (event, target) -> number.print(target);
		}
		if (isMessage(converter)) {
			return BytePiece.message(stock);
		}
		if (converter instanceof MdcPatternConverter && !part.options().isEmpty()) {
			String key = part.options().get(0);
			return (key.indexOf(',') > 0) ? null : BytePiece.contextValue(key, stock);
		}
		if (part.isOfSpringBoot("EnclosedInSquareBracketsConverter") && !part.patterns().isEmpty()) {
			return BytePiece.enclosed(compileNested(part.patterns().get(0)));
		}
		if (part.isOfSpringBoot("CorrelationIdConverter")) {
			return correlationId(part);
		}
		if (converter instanceof ThrowablePatternConverter || part.isOfSpringBoot("WhitespaceThrowablePatternConverter")
				|| part.isOfSpringBoot("ExtendedWhitespaceThrowablePatternConverter")) {
			return BytePiece.thrown(part, stock);
		}
		if (converter instanceof VariablesNotEmptyReplacementConverter && !part.patterns().isEmpty()) {
			List<PatternPart> parts = part.patterns().get(0);
			return BytePiece.notEmpty(
					parts.stream().map((inner) -> compileNested(List.of(inner))).toArray(BytePiece[]::new),
					parts.stream().map((inner) -> whenEmpty(inner.converter())).toArray(byte[][]::new));
		}
		return null;
	}

	private static BytePiece correlationId(PatternPart part) {
		String option = part.options().isEmpty() ? "" : part.options().get(0);
		String[] values = (option.isBlank() ? "traceId(32),spanId(16)" : option).split(",");
		String[] keys = new String[values.length];
		int[] lengths = new int[values.length];
		for (int i = 0; i < values.length; i++) {
			String value = values[i].trim();
			int brace = value.lastIndexOf('(');
			keys[i] = value.substring(0, brace);
			lengths[i] = Integer.parseInt(value.substring(brace + 1, value.length() - 1));
		}
		return BytePiece.correlationId(keys, lengths, print(part.formatter(), Level.INFO));
	}

	private static byte @Nullable [] whenEmpty(LogEventPatternConverter converter) {
		return converter.isVariable() ? converter.emptyVariableOutput().getBytes(StandardCharsets.UTF_8) : null;
	}

	private static Set<Dependency> dependencies(PatternPart part) {
		Set<Dependency> found = EnumSet.noneOf(Dependency.class);
		LogEventPatternConverter converter = part.converter();
		if (!part.patterns().isEmpty()) {
			part.patterns().forEach((parts) -> parts.forEach((inner) -> found.addAll(dependencies(inner))));
			if (converter instanceof HighlightConverter || part.isOfSpringBoot("ColorConverter")) {
				// The level decides on the color, unless one is given.
				found.add(Dependency.LEVEL);
			}
		}
		else if (converter instanceof LevelPatternConverter) {
			found.add(Dependency.LEVEL);
		}
		else if (converter instanceof ThreadNamePatternConverter) {
			found.add(Dependency.THREAD);
		}
		else if (converter instanceof LoggerPatternConverter) {
			found.add(Dependency.LOGGER);
		}
		// A literal with ${…} is evaluated for each event.
		else if ((converter.isVariable() || converter instanceof LiteralPatternConverter)
				&& !(converter instanceof ProcessIdPatternConverter)) {
			found.add(Dependency.OTHER);
		}
		return found;
	}

	private static String print(PatternFormatter formatter, Level level) {
		LogEvent event = Log4jLogEvent.newBuilder().setLevel(level).build();
		StringBuilder text = new StringBuilder();
		formatter.format(event, text);
		return text.toString();
	}

	/**
	 * Return whether a converter prints a time without fractions of a millisecond.
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
