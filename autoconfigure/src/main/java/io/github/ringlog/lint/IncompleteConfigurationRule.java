package io.github.ringlog.lint;

import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.ringlog.environment.LintRule;
import io.github.ringlog.location.BuildReport;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.LoggerConfig;

/**
 * Finds parts that Log4j could not build as written: it reports them, and continues
 * without them.
 */
final class IncompleteConfigurationRule implements Rule {

	static final String RULE = LintRule.INCOMPLETE_CONFIGURATION.label();

	private static final Pattern REFERENCE = Pattern
		.compile("Unable to locate appender \"(.*)\" for logger config \"(.*)\"");

	static final String PARSERS = "Log4j reads JSON and YAML with Jackson 2 only: com.fasterxml.jackson.core:jackson-databind "
			+ "and, for YAML, com.fasterxml.jackson.dataformat:jackson-dataformat-yaml.";

	private static final String ADVICE = "Correct the configuration, or what it needs: a directory that can be written, a "
			+ "name, a library.";

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		List<String> errors = BuildReport.of(context.configuration())
			.stream()
			.filter((line) -> line.level().isMoreSpecificThan(Level.ERROR))
			.map(BuildReport.Line::text)
			.toList();
		List<String> causes = errors.stream().filter((error) -> !REFERENCE.matcher(error).find()).toList();
		String reports = causes.isEmpty() ? ""
				: "; Log4j reports: " + causes.stream().collect(Collectors.joining("; "));
		errors.stream()
			.map(REFERENCE::matcher)
			.filter(Matcher::find)
			.forEach((reference) -> findings.accept(Finding.warning(RULE,
					new FindingPlace(reference.group(2).isEmpty() ? LoggerConfig.ROOT : reference.group(2),
							reference.group(1), null),
					"There is no such appender" + reports
							+ ". An event that it should have got counts as failed, or as dropped with the reason "
							+ "no-appender if it gets to no other.",
					ADVICE)));
		if (causes.size() == errors.size()) {
			causes.forEach((cause) -> findings.accept(Finding.warning(RULE, FindingPlace.CONFIGURATION,
					"Log4j reports: " + cause, cause.contains("inactive") ? PARSERS : ADVICE)));
		}
		BuildReport.of(context.configuration())
			.stream()
			.filter((line) -> line.level() == Level.WARN)
			.forEach((line) -> findings
				.accept(Finding.hint(RULE, FindingPlace.CONFIGURATION, "Log4j reports: " + line.text(), ADVICE)));
	}

}
