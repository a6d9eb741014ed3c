package io.github.ringlog.location;

import java.util.ArrayList;
import java.util.List;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.config.plugins.util.PluginManager;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.pattern.PatternFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares the scanner with Log4j: a pattern has a location specifier exactly when
 * formatting an event asks the event for its location. Log4j is the judge.
 */
@Timeout(120)
@ExtendWith(QuietStatusLogger.class)
class PatternScannerDifferentialTests {

	private static final int PATTERNS = 5000;

	private final Configuration configuration = new DefaultConfiguration();

	private final PatternScanner scanner = PatternScanner.of(this.configuration);

	@Test
	void findsALocationExactlyWhenFormattingAsksForIt() {
		PatternGenerator generator = new PatternGenerator(20260101);
		List<String> wrong = new ArrayList<>();
		int asking = 0;
		for (int i = 0; i < PATTERNS; i++) {
			String pattern = generator.next();
			boolean asked = isAboutLocation(pattern);
			asking += asked ? 1 : 0;
			if (!isRight(pattern, asked)) {
				wrong.add((asked ? "missed: " : "imagined: ") + pattern);
			}
		}
		assertThat(wrong).isEmpty();
		assertThat(asking).isBetween(PATTERNS / 5, PATTERNS * 4 / 5);
	}

	@Test
	void findsALocationExactlyWhenFormattingABrokenPatternAsksForIt() {
		PatternGenerator generator = new PatternGenerator(7);
		int judged = 0;
		List<String> wrong = new ArrayList<>();
		for (int i = 0; i < PATTERNS; i++) {
			String pattern = generator.nextBroken();
			if (dependsOnTheEvent(pattern)) {
				continue;
			}
			if (isRefused(pattern)) {
				continue;
			}
			judged++;
			boolean asked = isAboutLocation(pattern);
			if (!isRight(pattern, asked)) {
				wrong.add((asked ? "missed: " : "imagined: ") + pattern);
			}
		}
		assertThat(wrong).isEmpty();
		assertThat(judged).isGreaterThan(PATTERNS / 2);
	}

	/**
	 * No location is missed. Where only Log4j knows what it makes of an option, one may
	 * be imagined.
	 */
	private boolean isRight(String pattern, boolean asked) {
		LayoutReader.Answer answer = this.scanner.asksForLocation(pattern);
		return (answer == LayoutReader.Answer.UNKNOWN) || (answer == LayoutReader.Answer.YES) == asked;
	}

	/**
	 * Log4j does not get done with a backslash at the end of a text, and there is no
	 * layout then.
	 */
	private boolean isRefused(String pattern) {
		try {
			PatternLayout.createPatternParser(this.configuration).parse(pattern);
			return false;
		}
		catch (RuntimeException ex) {
			return true;
		}
	}

	/**
	 * A broken test or length may leave out what comes after it.
	 */
	private static boolean dependsOnTheEvent(String pattern) {
		return pattern.contains("%equals{") || pattern.contains("%maxLen{");
	}

	@Test
	void eachSpecifierIsWhereItIsSaidToBe() {
		PatternGenerator generator = new PatternGenerator(3);
		for (int i = 0; i < PATTERNS; i++) {
			String pattern = generator.next();
			assertThat(this.scanner.scan(pattern)).as(pattern)
				.allMatch((specifier) -> pattern.startsWith(specifier.text(), specifier.position())
						&& specifier.text().startsWith("%"));
		}
	}

	/**
	 * Format an event with Log4j's own layout.
	 */
	private boolean isAboutLocation(String pattern) {
		RecordingEvent event = new RecordingEvent(Level.INFO);
		List<PatternFormatter> formatters = PatternLayout.createPatternParser(this.configuration).parse(pattern);
		StringBuilder text = new StringBuilder();
		formatters.forEach((formatter) -> formatter.format(event, text));
		return event.isAsked();
	}

	@Test
	void springBootsConvertersArePartOfIt() {
		PluginManager manager = new PluginManager(PatternLayout.KEY);
		manager.collectPlugins();
		assertThat(manager.getPlugins()).containsKeys("color", "enclosedinsquarebrackets",
				"extendedwhitespacethrowablepatternconverter");
	}

}
