package io.github.ringlog.lint;

import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.LayoutPart;
import io.github.ringlog.location.SpringBootConfiguration;

/**
 * Finds Spring Boot's layout in a configuration of the user's, for a format that Ringlog
 * encodes faster.
 */
final class SlowJsonRule implements Rule {

	static final String RULE = "slow-json";

	private static final String SPRING_BOOT = "org.springframework.boot.logging.log4j2.StructuredLogLayout";

	private static final Set<String> FORMATS = Set.of("ecs", "logstash", "gelf");

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		if (SpringBootConfiguration.is(context.configuration())) {
			return;
		}
		for (AppenderPart appender : context.appenders()) {
			LayoutPart layout = appender.layout();
			if (layout != null && layout.type().getName().equals(SPRING_BOOT) && layout.element() != null && FORMATS
				.contains(String.valueOf(layout.element().attribute("format")).toLowerCase(Locale.ROOT))) {
				findings.accept(Finding.hint(RULE, FindingPlace.of(appender),
						"Spring Boot's layout takes the writer some 20 times as long as a pattern, and makes 9 KB of "
								+ "garbage or more for each event.",
						"Use <StructuredJsonLayout>, which writes the same."));
			}
		}
	}

}
