package io.github.ringlog.location;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.appender.db.jdbc.JdbcAppender;
import org.apache.logging.log4j.core.appender.nosql.NoSqlAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.impl.LocationAware;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a layout prints the caller's location. It reads the patterns of a
 * layout, if there are any. It tries copies of Log4j's other layouts, because most of
 * them do not tell their options. It never tries a layout that is in use, whose state
 * would change, or one of the user's: it asks whether these require the location. For one
 * configuration; any thread may ask.
 */
public final class LayoutReader {

	private static final Pattern SELECTED = Pattern.compile("(?:^|, )(?:key=\"[^\"]*\", pattern|default)=\"");

	// Asks for the location, and then does not print it.
	private static final String DEFAULT_LAYOUT = "DefaultLayout";

	private final Configuration configuration;

	// Several questions are asked of each, and to try one takes its time.
	private final Map<AppenderPart, LayoutProbe> probes = new ConcurrentHashMap<>();

	// Created on first use, because many applications never need it. Two threads may each
	// create one; the race is harmless.
	private volatile @Nullable PatternScanner scanner;

	/**
	 * Create a reader.
	 * @param configuration the configuration that the layouts are of
	 */
	public LayoutReader(Configuration configuration) {
		this.configuration = configuration;
	}

	/**
	 * Return what finds the specifiers of the configuration's patterns.
	 * @return the scanner
	 */
	public PatternScanner scanner() {
		PatternScanner known = this.scanner;
		if (known == null) {
			known = new PatternScanner(this.configuration);
			this.scanner = known;
		}
		return known;
	}

	/**
	 * Return the patterns of a layout.
	 * @param layout any layout
	 * @return the pattern of a {@link PatternLayout}, or all that its selector selects
	 * from; empty for other layouts and for selectors of the user's own
	 */
	public List<String> patterns(Layout<?> layout) {
		if (!(layout instanceof PatternLayout patternLayout)) {
			return List.of();
		}
		String pattern = patternLayout.getConversionPattern();
		String text = patternLayout.toString();
		if (text == null || text.equals(pattern)) {
			return List.of((pattern != null) ? pattern : PatternLayout.DEFAULT_CONVERSION_PATTERN);
		}
		return selected(text);
	}

	/**
	 * Cut the patterns out of the text form of a selector: there is no other way to them.
	 */
	private static List<String> selected(String text) {
		List<String> patterns = new ArrayList<>();
		Matcher matcher = SELECTED.matcher(text);
		int start = -1;
		while (matcher.find()) {
			if (start >= 0) {
				patterns.add(text.substring(start, matcher.start() - 1));
			}
			start = matcher.end();
		}
		if (start >= 0) {
			patterns.add(text.substring(start, Math.max(start, text.length() - 1)));
		}
		return patterns;
	}

	/**
	 * Return whether an appender prints the caller's location: with its layout, with
	 * another part that formats events, or because it writes the whole event.
	 * @param appender the appender
	 * @return whether it does
	 */
	public Answer printsLocation(AppenderPart appender) {
		Layout<?> layout = appender.layout();
		if (NoSqlAppender.class.isAssignableFrom(appender.type())) {
			// It writes the location, whatever its layout.
			return Answer.YES;
		}
		List<Answer> inner = appender.innerLayouts()
			.stream()
			.map((part) -> printsLocation(part.layout(), () -> probe(part.layout())))
			.toList();
		if (inner.contains(Answer.YES)) {
			return Answer.YES;
		}
		if (layout != null) {
			return printsLocation(layout, () -> probe(appender));
		}
		boolean known = JdbcAppender.class.isAssignableFrom(appender.type()) && appender.options().readWhole()
				&& !inner.contains(Answer.UNKNOWN);
		return (known || appender.forwards()) ? Answer.NO : Answer.UNKNOWN;
	}

	private Answer printsLocation(Layout<?> layout, Supplier<LayoutProbe> probe) {
		try {
			List<String> patterns = patterns(layout);
			if (!patterns.isEmpty()) {
				return Answer.of(patterns.stream().anyMatch(scanner()::mayAskForLocation));
			}
			if (layout.getClass().getSimpleName().equals(DEFAULT_LAYOUT)) {
				return Answer.NO;
			}
			Answer tried = probe.get().location();
			return (tried == Answer.UNKNOWN && layout instanceof LocationAware aware && aware.requiresLocation())
					? Answer.YES : tried;
		}
		catch (RuntimeException | LinkageError | StackOverflowError ex) {
			return Answer.UNKNOWN;
		}
	}

	/**
	 * Try a copy of the layout of an appender.
	 * @param appender the appender
	 * @return what it did; nothing is known if there is no copy to be tried
	 */
	public LayoutProbe probe(AppenderPart appender) {
		LayoutProbe known = this.probes.get(appender);
		if (known == null) {
			Layout<?> copy = appender.copy().get();
			known = (copy != null) ? LayoutProbe.of(copy) : LayoutProbe.NONE;
			this.probes.put(appender, known);
		}
		return known;
	}

	private static LayoutProbe probe(Layout<?> copy) {
		return KnownParts.mayBeTried(copy.getClass()) ? LayoutProbe.of(copy) : LayoutProbe.NONE;
	}

	/**
	 * The answer to a question about a part.
	 */
	public enum Answer {

		/**
		 * It does.
		 */
		YES,

		/**
		 * It does not.
		 */
		NO,

		/**
		 * There is no way to tell.
		 */
		UNKNOWN;

		static Answer of(boolean value) {
			return value ? YES : NO;
		}

	}

}
