package io.github.ringlog.lint;

import java.util.ArrayList;
import java.util.List;

import org.apache.logging.log4j.core.config.Configuration;

/**
 * Applies all rules to a configuration. Does not throw, whatever the configuration is.
 */
final class ConfigurationLinter {

	// Of two warnings, that of the earlier rule is logged; see Findings.
	private static final List<Rule> RULES = List.of(new LocationRule(), new LossyLoggersRule(),
			new DiscardingQueueRule(), new FailoverOffRule(), new OverwrittenArchivesRule(), new DoubleQueueRule(),
			new RequestRoutingRule(), new UnlimitedArchivesRule(), new LogbackPatternRule(), new RemoteAppenderRule(),
			new SlowJsonRule(), new SlowPartRule(), new ContextLookupRule(), new RemoteConfigurationRule(),
			new UnencodedMessageRule(), new ContainerOutputRule(), new NotJudgedRule());

	private ConfigurationLinter() {
	}

	/**
	 * Lint a configuration.
	 * @param configuration a configuration that was initialised
	 * @param capture when locations are captured
	 * @param surroundings what it runs in
	 * @return the findings, those on locations first, each once
	 */
	static List<Finding> lint(Configuration configuration, LocationCapture capture, Surroundings surroundings) {
		List<Finding> findings = new ArrayList<>();
		try {
			LintContext context = new LintContext(configuration, capture, surroundings);
			for (Rule rule : RULES) {
				apply(rule, context, findings);
			}
		}
		catch (RuntimeException | LinkageError | StackOverflowError ex) {
			findings.add(notJudged("The configuration", ex));
		}
		return findings.stream().distinct().toList();
	}

	private static void apply(Rule rule, LintContext context, List<Finding> findings) {
		try {
			rule.check(context, findings::add);
		}
		catch (RuntimeException | LinkageError | StackOverflowError ex) {
			findings.add(notJudged(rule.getClass().getSimpleName(), ex));
		}
	}

	private static Finding notJudged(String what, Throwable failure) {
		return Finding.hint(NotJudgedRule.RULE, FindingPlace.CONFIGURATION,
				what + " could not be judged: " + failure.getClass().getName() + ".",
				"Please report this to Ringlog, with the configuration.");
	}

}
