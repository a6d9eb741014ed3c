package io.github.ringlog.lint;

import java.util.Set;
import java.util.function.Consumer;

import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.LayoutPart;
import io.github.ringlog.location.Specifier;
import org.apache.logging.log4j.core.impl.ThrowableFormatOptions;

/**
 * Finds stack traces with the names of jars.
 */
final class ExtendedStackTraceRule implements Rule {

	static final String RULE = "extended-stack-trace";

	private static final Set<String> CONVERTERS = Set.of("ExtendedThrowablePatternConverter",
			"ExtendedWhitespaceThrowablePatternConverter");

	private static final String COST = "For each frame of a stack trace, the writing thread looks up the jar, which "
			+ "loads classes.";

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		checkLayouts(context, findings);
		for (LintContext.PatternUse use : context.patterns()) {
			for (Specifier specifier : use.specifiers()) {
				if (looksUpJars(specifier)) {
					findings.accept(finding(use, specifier).at(use.pattern(), specifier.text(), specifier.position()));
				}
			}
		}
	}

	private static Finding finding(LintContext.PatternUse use, Specifier specifier) {
		return Finding.hint(RULE, use.where(), COST,
				specifier.word().startsWith("xw")
						? "Use %wEx, which prints the same without the jars. With Spring Boot's own configuration: "
								+ "logging.exception-conversion-word=%wEx."
						: "Use %ex, which prints the same without the jars.");
	}

	private static boolean looksUpJars(Specifier specifier) {
		return specifier.kind() == Specifier.Kind.PLAIN && specifier.converter() != null
				&& CONVERTERS.contains(specifier.converter().getSimpleName()) && printsFrames(specifier);
	}

	private static void checkLayouts(LintContext context, Consumer<Finding> findings) {
		for (AppenderPart appender : context.appenders()) {
			if (appender.layout() != null && looksUpJars(context, appender.layout())) {
				String layout = appender.layout().type().getSimpleName();
				findings.accept(Finding.hint(RULE, FindingPlace.of(appender), COST, switch (layout) {
					case "JsonLayout", "XmlLayout", "YamlLayout" ->
						"Use JsonTemplateLayout, which writes stack traces without the jars.";
					default -> "Use %ex in its pattern, which prints the same without the jars.";
				}));
			}
		}
	}

	private static boolean looksUpJars(LintContext context, LayoutPart layout) {
		return context.layouts().looksUpJars(layout) || context.layouts()
			.embeddedPatterns(layout)
			.stream()
			.flatMap((pattern) -> context.layouts().scanner().scan(pattern).stream())
			.anyMatch(ExtendedStackTraceRule::looksUpJars);
	}

	private static boolean printsFrames(Specifier specifier) {
		String[] options = specifier.options().toArray(String[]::new);
		return options.length == 0 || ThrowableFormatOptions.newInstance(options).anyLines();
	}

}
