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
import org.apache.logging.log4j.core.pattern.FormattingInfo;
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
 * Compiles the parts of a pattern into pieces. Neighbors that are printed in the same way
 * become one piece, also across the ends of {@code %clr{…}{faint}}.
 */
final class PieceCompiler {

	private static final Level[] COLORED_LEVELS = { Level.WARN, Level.INFO };

	private final List<BytePiece> pieces = new ArrayList<>();

	// Shared by all pieces of a pattern.
	private final StringBuilder scratch;

	// What waits for its neighbors: parts that can be cached, or others.
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

	private BytePiece compileSide(PatternFormatter side, Set<Dependency> of) {
		return new BytePiece.Cached(stock(side), of);
	}

	private void add(PatternPart part) {
		Set<Dependency> own = dependencies(part);
		BytePiece piece = null;
		if (!Dependency.areCacheable(own)) {
			if (part.isPlain() && part.frame() != null) {
				addFramed(part, part.frame());
				return;
			}
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

	private void addFramed(PatternPart part, PatternFormatter frame) {
		PatternFormatter before = part.side(frame, true);
		PatternFormatter after = part.side(frame, false);
		Set<Dependency> own = EnumSet.noneOf(Dependency.class);
		if (isByLevel(frame)) {
			own.add(Dependency.LEVEL);
		}
		List<PatternPart> text = part.patterns().get(0);
		if (text.stream().anyMatch(PieceCompiler::printsSomething)) {
			pend(before, own);
			text.forEach(this::add);
			pend(after, own);
		}
		else {
			flush();
			this.pieces.add(BytePiece.framed(compileSide(before, own), compileNested(text), compileSide(after, own)));
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
	 * Return what prints a part that may differ with each event.
	 * @return a piece, or {@code null} if only Log4j's converter can print it
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
		if (part.isOfSpringBoot("CorrelationIdConverter")) {
			return correlationId(part);
		}
		if (converter instanceof ThrowablePatternConverter || part.isOfSpringBoot("WhitespaceThrowablePatternConverter")
				|| part.isOfSpringBoot("ExtendedWhitespaceThrowablePatternConverter")) {
			ExtendedStackTrace stackTrace = ExtendedStackTrace.of(part);
			return BytePiece.thrown((stackTrace != null) ? stackTrace : stock);
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
			if (part.frame() != null && isByLevel(part.frame())) {
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
		// A literal with ${…} in it is looked up at each event.
		else if ((converter.isVariable() || converter instanceof LiteralPatternConverter)
				&& !(converter instanceof ProcessIdPatternConverter)) {
			found.add(Dependency.OTHER);
		}
		return found;
	}

	/**
	 * Return whether the level decides on the colors of a text. Spring Boot has a color
	 * for warnings and one for errors; the colors of Log4j are the user's choice.
	 */
	private static boolean isByLevel(PatternFormatter frame) {
		String error = print(frame, Level.ERROR);
		for (Level level : COLORED_LEVELS) {
			if (!print(frame, level).equals(error)) {
				return true;
			}
		}
		return frame.getConverter() instanceof HighlightConverter;
	}

	private static boolean printsSomething(PatternPart part) {
		FormattingInfo format = part.formatter().getFormattingInfo();
		if (!part.isPlain()) {
			return format.getMinLength() > 0 && format.getMaxLength() > 0;
		}
		if (part.frame() != null) {
			return part.patterns().get(0).stream().anyMatch(PieceCompiler::printsSomething);
		}
		return part.converter() instanceof DatePatternConverter
				|| (dependencies(part).isEmpty() && !print(part.formatter(), Level.INFO).isEmpty());
	}

	private static String print(PatternFormatter formatter, Level level) {
		LogEvent event = Log4jLogEvent.newBuilder().setLevel(level).build();
		StringBuilder text = new StringBuilder();
		formatter.format(event, text);
		return text.toString();
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
