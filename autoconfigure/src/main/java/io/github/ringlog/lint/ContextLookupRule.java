package io.github.ringlog.lint;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.ContextLookups;
import org.apache.logging.log4j.core.appender.AsyncAppender;

/**
 * Finds look-ups of context data in patterns, in the texts of other layouts, and in what
 * an appender evaluates itself, such as a header or a key.
 */
final class ContextLookupRule implements Rule {

	static final String RULE = "context-lookup";

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		for (LintContext.PatternUse use : context.patterns()) {
			int position = 0;
			for (String lookup : ContextLookups.in(use.pattern())) {
				position = use.pattern().indexOf(lookup, position);
				findings.accept(finding(use.where(), lookup).at(use.pattern(), lookup, position++));
			}
		}
		for (AppenderPart appender : context.appenders()) {
			Set<String> own = ownLookups(context, appender);
			own.forEach((lookup) -> findings.accept(own(context, appender, lookup).at(null, lookup, -1)));
			if (appender.layout() != null
					&& context.patterns().stream().noneMatch((use) -> use.appender() == appender)) {
				context.texts(appender)
					.flatMap((text) -> ContextLookups.in(text).stream())
					.filter((lookup) -> !own.contains(lookup))
					.distinct()
					.forEach((lookup) -> findings
						.accept(finding(FindingPlace.of(appender), lookup).at(null, lookup, -1)));
			}
		}
	}

	/**
	 * Return the look-ups that are neither of a layout nor of another part that formats
	 * events.
	 */
	private static Set<String> ownLookups(LintContext context, AppenderPart appender) {
		// One that another appender makes is made with an event.
		boolean made = context.appenders().stream().anyMatch((other) -> other.forwarding().nested().contains(appender));
		if (made || appender.element() == null) {
			return Set.of();
		}
		Set<String> lookups = appender.element()
			.ownTexts()
			.map(ContextLookups::in)
			.flatMap(List::stream)
			.collect(Collectors.toCollection(LinkedHashSet::new));
		context.patterns()
			.stream()
			.filter((use) -> use.appender() == appender && use.part() != null)
			.map((use) -> ContextLookups.in(use.pattern()))
			.forEach(lookups::removeAll);
		return lookups;
	}

	private static Finding own(LintContext context, AppenderPart appender, String lookup) {
		FindingPlace where = new FindingPlace(null, appender.name(), null);
		boolean queued = context.appenders()
			.stream()
			.anyMatch((other) -> other.type() == AsyncAppender.class && context.behind(other).containsKey(appender));
		if (queued) {
			return Finding.warning(RULE, where,
					"This finds nothing: it is looked up on the thread of an AsyncAppender, which has no context data.",
					"Let the loggers refer to this appender directly. To isolate it nevertheless, use ringlog.isolation."
							+ appender.name() + ".");
		}
		return Finding.hint(RULE, where,
				"This looks context data up for each event. Context data may come from users, and the writer has to take "
						+ "over that of each caller.",
				"If the line will do, print the value with %X{" + key(lookup)
						+ "} in its layout. Otherwise see to it that the value was checked.");
	}

	private static String key(String lookup) {
		return lookup.substring(lookup.indexOf(':') + 1).replaceAll(":-.*|}$", "");
	}

	private static Finding finding(FindingPlace where, String lookup) {
		String layout = (where.layout() != null) ? where.layout().toLowerCase(Locale.ROOT) : "";
		return Finding.warning(RULE, where,
				"This looks context data up while an event is formatted. Context data may come from users, and lookups in "
						+ "it are evaluated, too.",
				layout.contains("json")
						? "Let the layout print context data itself: the mdc resolver of JsonTemplateLayout, or "
								+ "properties=\"true\" of JsonLayout."
						: "Use %X{" + key(lookup) + "}, which prints the value as it is and is faster.");
	}

}
