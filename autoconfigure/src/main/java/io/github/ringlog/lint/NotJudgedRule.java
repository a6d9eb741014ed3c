package io.github.ringlog.lint;

import java.util.function.Consumer;

import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.LayoutReader;
import io.github.ringlog.location.Specifier;
import org.apache.logging.log4j.core.appender.CountingNoOpAppender;
import org.apache.logging.log4j.core.appender.NullAppender;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.LoggerConfig;

/**
 * Says what can't be judged.
 */
final class NotJudgedRule implements Rule {

	static final String RULE = "not-judged";

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		context.appenders().forEach((appender) -> check(context, appender, findings));
		for (LintContext.PatternUse use : context.patterns()) {
			use.specifiers().forEach((specifier) -> check(use, specifier, findings));
		}
		for (LoggerConfig logger : context.loggers()) {
			for (AppenderRef reference : logger.getAppenderRefs()) {
				if (context.configuration().getAppender(reference.getRef()) == null) {
					findings.accept(Finding.hint(RULE, Where.of(logger),
							"The logger refers to \"" + reference.getRef() + "\", and there is no such appender.",
							"Correct the reference, or see what Log4j has reported of the appender."));
				}
			}
		}
	}

	private static void check(LintContext context, AppenderPart appender, Consumer<Finding> findings) {
		if (context.printsLocation(appender) != LayoutReader.Answer.UNKNOWN || appender.type() == NullAppender.class
				|| appender.type() == CountingNoOpAppender.class) {
			return;
		}
		if (appender.layout() != null) {
			findings.accept(Finding.hint(RULE, Where.of(appender),
					"Whether the layout prints the caller's location can't be told: "
							+ appender.layout().getClass().getName()
							+ " does not say so, and is not one that Ringlog can read.",
					"If it does, leave the location out; a layout of yours may implement LocationAware."));
		}
		else {
			findings.accept(Finding.hint(RULE, Where.of(appender),
					"Whether the appender writes the caller's location can't be told: it has no layout.",
					"If it does, leave the location out of what it writes."));
		}
	}

	private static void check(LintContext.PatternUse use, Specifier specifier, Consumer<Finding> findings) {
		String message = switch (specifier.kind()) {
			case CUSTOM ->
				"Whether the converter prints the caller's location can't be told: it is not one of Log4j's or "
						+ "Spring Boot's, and does not say so.";
			case MAYBE_LOCATION ->
				"The caller's location is printed if the converter around this takes it for a pattern, "
						+ "which can't be told.";
			case UNKNOWN -> "Log4j makes nothing of this, and prints it as it is.";
			case PLAIN, LOCATION -> null;
		};
		if (message != null) {
			findings.accept(Finding.hint(RULE, use.where(), message,
					(specifier.kind() == Specifier.Kind.UNKNOWN) ? "Write %% for a percent sign, or correct the word."
							: "If it does, let the converter implement LocationAware.")
				.at(use.pattern(), specifier.text(), specifier.position()));
		}
	}

}
