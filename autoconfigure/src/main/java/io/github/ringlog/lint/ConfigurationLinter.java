package io.github.ringlog.lint;

import java.util.ArrayList;
import java.util.List;

import io.github.ringlog.location.Reading;
import org.apache.logging.log4j.core.config.Configuration;

/**
 * Applies all rules to a configuration. Never throws.
 */
final class ConfigurationLinter {

	// Of several warnings, the one of the earliest rule is logged; see Findings. Log4j
	// reports Logback's words, too, but without advice.
	private static final List<Rule> RULES = List.of(new LogbackPatternRule(), new IncompleteConfigurationRule(),
			new LocationRule(), new LossyLoggersRule(), new DiscardingQueueRule(), new OverwrittenArchivesRule(),
			new OverwrittenFilesRule(), new DoubleQueueRule(), new UnlimitedArchivesRule(), new UnnumberedLinesRule(),
			new OtherThreadRule(), new UnprintedTraceIdRule(), new UnencodedMessageRule());

	private ConfigurationLinter() {
	}

	/**
	 * Return the distinct findings in an initialized configuration.
	 */
	static List<Finding> lint(Configuration configuration, LocationCapture capture, LintEnvironment lintEnvironment) {
		List<Finding> findings = new ArrayList<>();
		LintContext context = new LintContext(configuration, capture, lintEnvironment);
		for (Rule rule : RULES) {
			// A rule that fails reports no finding.
			Reading.orElse(false, () -> {
				rule.check(context, findings::add);
				return true;
			});
		}
		return findings.stream().distinct().toList();
	}

}
