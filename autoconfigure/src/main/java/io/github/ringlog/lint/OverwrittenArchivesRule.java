package io.github.ringlog.lint;

import java.text.ParseException;
import java.util.Date;
import java.util.function.Consumer;
import java.util.regex.Pattern;

import io.github.ringlog.environment.LintRule;
import io.github.ringlog.location.ConfigurationLocations;
import io.github.ringlog.location.Element;
import org.apache.logging.log4j.core.appender.rolling.PatternProcessor;
import org.apache.logging.log4j.core.util.CronExpression;
import org.jspecify.annotations.Nullable;

/**
 * Finds files that roll over to the name of an earlier archive.
 */
final class OverwrittenArchivesRule implements Rule {

	static final String RULE = LintRule.OVERWRITTEN_ARCHIVES.label();

	private static final Pattern INDEX = Pattern.compile("(?<!%)(?:%%)*%[-.\\d]*i");

	// Log4j's default schedule.
	private static final String DAILY = "0 0 0 * * ?";

	// Enough to reach each hour of a day and each day of a month.
	private static final int RUNS = 100;

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		boolean springBoots = ConfigurationLocations.isSpringBoots(context.configuration());
		context.rollingFiles().forEach((file, pattern) -> {
			Element element = file.element();
			// Without a file name, events are appended to the archive.
			if (element != null && element.attribute("fileName") != null && !INDEX.matcher(pattern).find()
					&& element.all().stream().anyMatch((policy) -> rollsTwice(policy, pattern))) {
				String indexed = withIndex(pattern);
				findings.accept(Finding.warning(RULE, FindingPlace.of(file),
						"The names of archives have no index. If the file rolls over twice for the same date, the second "
								+ "archive overwrites the first, and its events are lost.",
						"Add %i to the pattern:\n  "
								+ (springBoots ? "logging.log4j2.rollingpolicy.file-name-pattern=" + indexed
										: "filePattern=\"" + indexed + "\""))
					.at(null, "filePattern=\"" + pattern + "\"", -1));
			}
		});
	}

	/**
	 * Return whether a policy may roll a file over more than once for the same date.
	 */
	private static boolean rollsTwice(Element policy, String pattern) {
		boolean springBoots = policy.is("springboottriggeringpolicy");
		String strategy = springBoots ? policy.attribute("strategy") : null;
		if (springBoots && "cron".equalsIgnoreCase(strategy)) {
			return rollsTwice(policy.attribute("cronExpression"), pattern);
		}
		if (policy.is("crontriggeringpolicy")) {
			return rollsTwice(policy.attribute("schedule"), pattern);
		}
		return policy.is("sizebasedtriggeringpolicy") || policy.is("onstartuptriggeringpolicy")
				|| springBoots && (strategy == null || strategy.contains("size"));
	}

	/**
	 * Return whether two consecutive runs of a schedule have the same date in their
	 * names.
	 */
	private static boolean rollsTwice(@Nullable String schedule, String pattern) {
		PatternProcessor names = new PatternProcessor(pattern);
		Date run = new Date();
		String before = "";
		try {
			CronExpression cron = new CronExpression((schedule != null) ? schedule : DAILY);
			for (int i = 0; i < RUNS && run != null; i++) {
				run = cron.getNextValidTimeAfter(run);
				StringBuilder name = new StringBuilder();
				if (run != null) {
					names.setPrevFileTime(run.getTime());
					names.formatFileName(name, false, 0);
				}
				if (before.contentEquals(name)) {
					return true;
				}
				before = name.toString();
			}
		}
		catch (ParseException ex) {
			// Log4j uses a daily schedule, and reports it.
		}
		return false;
	}

	/**
	 * Return a pattern with an index before the extension of the name, which begins at
	 * the first dot outside specifiers.
	 */
	private static String withIndex(String pattern) {
		return pattern.replaceFirst("(\\.[^/\\\\}]*)?$", ".%i$1");
	}

}
