package io.github.ringlog.lint;

import java.util.function.Consumer;

import io.github.ringlog.environment.LintRule;
import io.github.ringlog.location.Specifier;
import io.github.ringlog.pattern.LogbackPattern;

/**
 * Finds what is written in Logback's dialect in patterns. Log4j prints nothing for it,
 * something else, or the piece itself.
 */
final class LogbackPatternRule implements Rule {

	static final String RULE = LintRule.LOGBACK_PATTERN.label();

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		context.patterns()
			.forEach((use) -> LogbackPattern.of(use.pattern())
				.foreign()
				.stream()
				.filter((piece) -> !isOfTheUser(use, piece))
				.forEach((piece) -> findings.accept(finding(use, piece))));
	}

	/**
	 * Return whether a converter of the user's own has a word.
	 */
	private static boolean isOfTheUser(LintContext.PatternUse use, LogbackPattern.Foreign piece) {
		return use.specifiers()
			.stream()
			.anyMatch((specifier) -> specifier.position() == piece.position()
					&& specifier.kind() == Specifier.Kind.CUSTOM);
	}

	private static Finding finding(LintContext.PatternUse use, LogbackPattern.Foreign piece) {
		return Finding
			.warning(RULE, FindingPlace.of(use.appender()),
					"%s is in Logback's dialect, which Log4j does not print as Logback does.".formatted(piece.text()),
					piece.advice())
			.at(use.pattern(), piece.text(), piece.position());
	}

}
