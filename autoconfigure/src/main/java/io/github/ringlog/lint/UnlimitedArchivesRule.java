package io.github.ringlog.lint;

import java.util.function.Consumer;
import java.util.regex.Pattern;

import io.github.ringlog.environment.LintRule;
import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.ConfigurationLocations;
import io.github.ringlog.location.Element;
import org.jspecify.annotations.Nullable;

/**
 * Finds files whose archives seem to be limited in number, but are never deleted.
 */
final class UnlimitedArchivesRule implements Rule {

	static final String RULE = LintRule.UNLIMITED_ARCHIVES.label();

	private static final String PROPERTY = "logging.log4j2.rollingpolicy.max-history";

	private static final Pattern DATE = Pattern.compile("(?<!%)(?:%%)*%[-.\\d]*d");

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		context.rollingFiles().forEach((file, pattern) -> {
			if (DATE.matcher(pattern).find() && file.element() != null) {
				file.element().children().forEach((strategy) -> check(context, file, strategy, findings));
			}
		});
	}

	private static void check(LintContext context, AppenderPart file, Element strategy, Consumer<Finding> findings) {
		String limit = limit(context, strategy);
		if (limit != null && strategy.children().stream().allMatch((action) -> action.is("posixviewattribute"))) {
			findings.accept(Finding.warning(RULE, FindingPlace.of(file),
					"This limits the archives of one date only. Those of earlier dates are never deleted, until the disk "
							+ "is full.",
					"Leave the date out of the pattern, as in app.%i.gz, to count all archives; or delete them by their "
							+ "age, in the strategy:\n  <Delete basePath=\"…\"><IfFileName glob=\"…\"/>"
							+ "<IfLastModified age=\"P30D\"/></Delete>")
				.at(null, limit, -1));
		}
	}

	/**
	 * Return the limit that the user has set, or {@code null} if there is only a default.
	 */
	private static @Nullable String limit(LintContext context, Element strategy) {
		boolean direct = strategy.is("directwriterolloverstrategy");
		if (!direct && !strategy.is("defaultrolloverstrategy")) {
			return null;
		}
		if (ConfigurationLocations.isSpringBoots(context.configuration())) {
			String history = context.lintEnvironment().environment().getProperty(PROPERTY);
			return (history != null) ? PROPERTY + "=" + history : null;
		}
		String attribute = direct ? "maxFiles" : "max";
		String max = strategy.attribute(attribute);
		return (max != null) ? attribute + "=\"" + max + "\"" : null;
	}

}
