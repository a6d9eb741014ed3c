package io.github.ringlog.lint;

import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.Element;

/**
 * Finds look-ups of context data in patterns and in what else layouts are made of.
 */
final class ContextLookupRule implements Rule {

	static final String RULE = "context-lookup";

	private static final Pattern LOOKUP = Pattern.compile("\\$\\{ctx:[^}]*+}?", Pattern.CASE_INSENSITIVE);

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		for (AppenderPart appender : context.graph().parts()) {
			context.patterns(appender)
				.forEach((use) -> LOOKUP.matcher(use.pattern())
					.results()
					.forEach((lookup) -> findings.accept(finding(FindingPlace.of(use.appender()), lookup.group())
						.at(use.pattern(), lookup.group(), lookup.start()))));
			if (appender.element() != null && context.patterns(appender).findAny().isEmpty()) {
				appender.element()
					.children()
					.stream()
					.filter(Element::isLayout)
					.flatMap(Element::texts)
					.flatMap((text) -> LOOKUP.matcher(text).results().map(MatchResult::group))
					.distinct()
					.forEach((lookup) -> findings
						.accept(finding(FindingPlace.of(appender), lookup).at(null, lookup, -1)));
			}
		}
	}

	private static Finding finding(FindingPlace where, String lookup) {
		String key = lookup.substring(lookup.indexOf(':') + 1).replaceAll(":-.*|}$", "");
		return Finding.warning(RULE, where,
				"This looks context data up while an event is formatted. Context data may come from users, and lookups in "
						+ "it are evaluated, too.",
				"Use %X{" + key + "}, which prints the value as it is and is faster; in JSON, the mdc resolver of "
						+ "JsonTemplateLayout, or properties=\"true\" of JsonLayout.");
	}

}
