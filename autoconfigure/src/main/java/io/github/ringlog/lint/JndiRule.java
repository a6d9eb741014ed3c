package io.github.ringlog.lint;

import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds uses of JNDI.
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
				findings.accept(Finding.warning(RULE, FindingPlace.CONFIGURATION,
						"Log4j may use JNDI. Through JNDI, logged text has made applications run an attacker's code (Log4Shell).",
						"Remove the property: the default is off.")
					.at(null, property, -1));
			}
		}
		context.texts()
			.map(LOOKUP::matcher)
			.filter(Matcher::find)
			.map(Matcher::group)
			.distinct()
			.forEach((lookup) -> findings.accept(Finding.warning(RULE, FindingPlace.CONFIGURATION,
					"The configuration looks a value up with JNDI. Log4j does that only with log4j2.enableJndiLookup=true.",
					"Use ${sys:…}, ${env:…} or ${spring:…}.")
				.at(null, lookup, -1)));
	}

}
