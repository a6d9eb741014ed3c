package io.github.ringlog.lint;

import java.util.function.Consumer;

import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.LayoutReader;
import io.github.ringlog.location.Specifier;
import org.apache.logging.log4j.core.appender.CountingNoOpAppender;
import org.apache.logging.log4j.core.appender.NullAppender;

/**
 * Reports what the linter can't judge.
 */
final class NotJudgedRule implements Rule {

	static final String RULE = "not-judged";

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		context.appenders().forEach((appender) -> check(context, appender, findings));
		for (LintContext.PatternUse use : context.patterns()) {
			use.specifiers().forEach((specifier) -> check(use, specifier, findings));
		}
	}

	private static void check(LintContext context, AppenderPart appender, Consumer<Finding> findings) {
		if (context.printsLocation(appender) != LayoutReader.Answer.UNKNOWN || appender.type() == NullAppender.class
				|| appender.type() == CountingNoOpAppender.class) {
			return;
		}
		if (appender.layout() != null) {
			findings.accept(Finding.hint(RULE, FindingPlace.of(appender),
					"Ringlog can't tell whether the layout prints the caller's location: "
							+ appender.layout().type().getName() + " does not say.",
					"If it prints the location, remove that. A layout of your own that needs the location should "
							+ "implement LocationAware."));
		}
		else {
			findings.accept(Finding.hint(RULE, FindingPlace.of(appender),
					"Ringlog can't tell whether the appender writes the caller's location: it has no layout.",
					"If it writes the location, remove that."));
		}
	}

	private static void check(LintContext.PatternUse use, Specifier specifier, Consumer<Finding> findings) {
		String message = switch (specifier.kind()) {
			case CUSTOM ->
				"Ringlog can't tell whether the converter prints the caller's location: it is not one of Log4j's or "
						+ "Spring Boot's, and does not implement LocationAware.";
			case MAYBE_LOCATION ->
				"This prints the caller's location if the converter around it treats it as a pattern. Ringlog can't "
						+ "tell whether it does.";
			case UNKNOWN -> "Log4j does not know this word or its options, and prints it unchanged.";
			case PLAIN, LOCATION -> null;
		};
		if (message != null) {
			findings.accept(Finding.hint(RULE, use.where(), message,
					(specifier.kind() == Specifier.Kind.UNKNOWN) ? "Write %% for a percent sign, or correct the word."
							: "Let the converter implement LocationAware.")
				.at(use.pattern(), specifier.text(), specifier.position()));
		}
	}

}
