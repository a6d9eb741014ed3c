package io.github.ringlog.lint;

import java.util.function.Consumer;

/**
 * Finds look-ups of context data in patterns.
 */
final class ContextLookupRule implements Rule {

	static final String RULE = "context-lookup";

	private static final String LOOKUP = "${ctx:";

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		for (LintContext.PatternUse use : context.patterns()) {
			int position = use.pattern().indexOf(LOOKUP);
			while (position >= 0) {
				int end = use.pattern().indexOf('}', position);
				String specifier = use.pattern().substring(position, (end < 0) ? use.pattern().length() : end + 1);
				String key = (end < 0) ? "key" : use.pattern().substring(position + LOOKUP.length(), end);
				findings.accept(Finding.warning(RULE, use.where(),
						"Context data, which may come from users, is looked up while an event is formatted, and "
								+ "variables in it are looked up in turn.",
						"Use %X{" + key.replaceAll(":-.*", "") + "}, which prints the value as it is and is faster.")
					.at(use.pattern(), specifier, position));
				position = use.pattern().indexOf(LOOKUP, position + 1);
			}
		}
	}

}
