package io.github.ringlog.lint;

import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.ringlog.environment.LintRule;
import io.github.ringlog.location.Specifier;
import org.jspecify.annotations.Nullable;

/**
 * Finds Logback's words in patterns, and variables that only Logback's configuration has.
 * Log4j prints nothing for them, something else, or the text itself.
 */
final class LogbackPatternRule implements Rule {

	static final String RULE = LintRule.LOGBACK_PATTERN.label();

	// A percent sign, format modifiers, a word, and the start of a group or an option; or
	// a variable without one of Log4j's lookups.
	private static final Pattern PIECE = Pattern
		.compile("%%|%(?:-?\\d*(?:\\.-?\\d+)?)([A-Za-z]\\w*)?(\\(|\\{[^}]*})?|\\$\\{(\\w+)(?::-[^}]*)?}");

	// Log4j's spelling, with braces, of groups that Logback writes with parentheses.
	private static final Map<String, String> GROUPS = Map.of("", "%equals{…}{}{}", "clr", "%clr{…}", "highlight",
			"%highlight{…}", "gray", "%style{…}{bright_black}", "replace", "%replace{…}{regex}{text}", "esb",
			"%esb{${sys:NAME:-}}", "prefix", "each name before its word, such as level=%p");

	private static final Pattern COLOR = Pattern.compile("(bold)?((?i)black|red|green|yellow|blue|magenta|cyan|white)");

	private static final Map<String, String> WORDS = Map.ofEntries(Map.entry("le", "%p"), Map.entry("lo", "%c"),
			Map.entry("wex", "%wEx"), Map.entry("nopex", "%ex{none}"), Map.entry("nopexception", "%ex{none}"),
			Map.entry("rootException", "%rEx"), Map.entry("lsn", "%sn"), Map.entry("micros", "%d{SSSSSS}"),
			Map.entry("caller", "%c, or %l if locations are captured"),
			Map.entry("kvp", "%X, or %X{key}: key-value pairs of SLF4J's fluent API are in the MDC"),
			Map.entry("maskedKvp", "%X{key} for the key-value pairs that are to be printed"),
			Map.entry("contextName", "the text itself"), Map.entry("cn", "the text itself"),
			Map.entry("property", "${key} in a property of Spring Boot, or ${spring:key} in a Log4j configuration"));

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		context.patterns().forEach((use) -> check(use, findings));
		context.rollingFiles().forEach((appender, pattern) -> {
			Matcher piece = PIECE.matcher(pattern);
			while (piece.find()) {
				if (piece.group(3) != null) {
					findings.accept(finding(FindingPlace.of(appender), pattern, piece, variable(piece.group(3))));
				}
			}
		});
	}

	private static void check(LintContext.PatternUse use, Consumer<Finding> findings) {
		Matcher piece = PIECE.matcher(use.pattern());
		int next = 0;
		while (piece.find(next)) {
			String word = (piece.group(1) != null) ? piece.group(1) : "";
			String log4j = (piece.group(3) != null) ? variable(piece.group(3)) : log4j(word, piece.group(2));
			if (log4j != null && !isOfTheUser(use, piece.start())) {
				findings.accept(finding(FindingPlace.of(use.appender()), use.pattern(), piece, log4j));
			}
			// An option may be a pattern.
			next = (piece.group(2) != null) ? piece.start(2) + 1 : piece.end();
		}
	}

	/**
	 * Return Log4j's spelling of a word, or {@code null} if the word is right.
	 */
	private static @Nullable String log4j(String word, @Nullable String behind) {
		Matcher color = COLOR.matcher(word);
		if ("(".equals(behind)) {
			if (color.matches()) {
				return (color.group(1) == null) ? "%" + word + "{…}"
						: "%style{…}{bold," + color.group(2).toLowerCase(Locale.ROOT) + "}";
			}
			return GROUPS.get(word);
		}
		if (behind != null && (word.equals("X") || word.equals("mdc")) && behind.contains(":-")) {
			return "%X{key}, or %equals{%X{key}}{}{default}";
		}
		if (behind != null && (word.equals("d") || word.equals("date"))) {
			return date(behind);
		}
		return WORDS.get(word);
	}

	private static @Nullable String date(String option) {
		int comma = option.lastIndexOf(',');
		String zone = option.substring(comma + 1, option.length() - 1).strip();
		// Log4j treats an unknown zone as GMT.
		boolean known = zone.equals("GMT") || !TimeZone.getTimeZone(zone).getID().equals("GMT");
		return (comma > 0 && known) ? "%d" + option.substring(0, comma) + "}{" + zone + "}" : null;
	}

	private static String variable(String name) {
		return name.startsWith("LOG_")
				? "${sys:%s}, or in a property of Spring Boot the one it stands for, such as ".formatted(name)
						+ "${logging.file.name}"
				: "${sys:%1$s} or ${spring:%1$s}".formatted(name);
	}

	/**
	 * Return whether a converter of the user's own prints a word.
	 */
	private static boolean isOfTheUser(LintContext.PatternUse use, int position) {
		return use.specifiers()
			.stream()
			.anyMatch((specifier) -> specifier.position() == position && specifier.kind() == Specifier.Kind.CUSTOM);
	}

	private static Finding finding(FindingPlace place, String pattern, Matcher piece, String log4j) {
		return Finding
			.warning(RULE, place,
					"%s is Logback's, and Log4j does not print it as Logback does.".formatted(piece.group()),
					"Write " + log4j + ". `java LogbackToLog4j.java --pattern '…'` prints a pattern as Log4j has it.")
			.at(pattern, piece.group(), piece.start());
	}

}
