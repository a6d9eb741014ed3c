package io.github.ringlog.lint;

import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds JNDI that somebody has enabled.
 */
final class JndiRule implements Rule {

	static final String RULE = "jndi";

	private static final List<String> PROPERTIES = List.of("log4j2.enableJndiLookup", "log4j2.enableJndiJms",
			"log4j2.enableJndiJdbc", "log4j2.enableJndiContextSelector");

	private static final Pattern LOOKUP = Pattern.compile("\\$\\{jndi:[^}]*+}?", Pattern.CASE_INSENSITIVE);

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		for (String property : PROPERTIES) {
			if (context.surroundings().isSet(property, "true")) {
				findings.accept(Finding.warning(RULE, Where.CONFIGURATION,
						"Log4j may use JNDI, by which what is logged has led to the execution of foreign code before.",
						"Remove the property; it is off by default.")
					.at(null, property, -1));
			}
		}
		context.texts()
			.map(LOOKUP::matcher)
			.filter(Matcher::find)
			.map(Matcher::group)
			.distinct()
			.forEach((lookup) -> findings.accept(Finding.warning(RULE, Where.CONFIGURATION,
					"The configuration looks a value up with JNDI, which Log4j does only with log4j2.enableJndiLookup.",
					"Use ${sys:…}, ${env:…} or ${spring:…}.")
				.at(null, lookup, -1)));
	}

}
