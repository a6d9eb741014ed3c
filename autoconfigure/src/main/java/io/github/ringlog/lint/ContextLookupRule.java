package io.github.ringlog.lint;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import io.github.ringlog.location.AppenderPart;

/**
 * Finds look-ups of context data in patterns and in the texts of other layouts.
 */
final class ContextLookupRule implements Rule {

	static final String RULE = "context-lookup";

	private static final Pattern LOOKUP = Pattern.compile("\\$\\{ctx:[^}]*+}?", Pattern.CASE_INSENSITIVE);

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		for (LintContext.PatternUse use : context.patterns()) {
			int position = 0;
			for (String lookup : lookups(use.pattern())) {
				position = use.pattern().indexOf(lookup, position);
				findings.accept(finding(use.where(), lookup).at(use.pattern(), lookup, position++));
			}
		}
		for (AppenderPart appender : context.appenders()) {
			if (appender.layout() != null
					&& context.patterns().stream().noneMatch((use) -> use.appender() == appender)) {
				context.texts(appender)
					.flatMap((text) -> lookups(text).stream())
					.distinct()
					.forEach((lookup) -> findings
						.accept(finding(FindingPlace.of(appender), lookup).at(null, lookup, -1)));
			}
		}
	}

	private static List<String> lookups(String text) {
		return LOOKUP.matcher(text).results().map(MatchResult::group).toList();
	}

	private static Finding finding(FindingPlace where, String lookup) {
		String key = lookup.substring(lookup.indexOf(':') + 1).replaceAll(":-.*|}$", "");
		String layout = (where.layout() != null) ? where.layout().toLowerCase(Locale.ROOT) : "";
		return Finding.warning(RULE, where,
				"This looks context data up while an event is formatted. Context data may come from users, and lookups in "
						+ "it are evaluated, too.",
				layout.contains("json")
						? "Let the layout print context data itself: the mdc resolver of JsonTemplateLayout, or "
								+ "properties=\"true\" of JsonLayout."
						: "Use %X{" + key + "}, which prints the value as it is and is faster.");
	}

}
