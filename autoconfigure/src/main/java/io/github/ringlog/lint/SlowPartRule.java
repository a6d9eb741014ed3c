package io.github.ringlog.lint;

import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.LayoutPart;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.filter.CompositeFilter;
import org.apache.logging.log4j.core.filter.ScriptFilter;
import org.jspecify.annotations.Nullable;

/**
 * Finds what Ringlog leaves to Log4j and takes the writer much longer than a pattern:
 * layouts that make JSON, XML or YAML, and scripts that are run for each event.
 */
final class SlowPartRule implements Rule {

	static final String RULE = "slow-part";

	private static final String LOG4J = "org.apache.logging.log4j.";

	private static final Set<String> JACKSON = Set.of("JsonLayout", "XmlLayout", "YamlLayout");

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		for (AppenderPart appender : context.appenders()) {
			String message = (appender.layout() != null) ? describe(appender.layout()) : null;
			if (message != null) {
				findings.accept(Finding.hint(RULE, FindingPlace.of(appender), message,
						"Use Spring Boot's <StructuredLogLayout format=\"ecs\" charset=\"UTF-8\"/>, or logstash or gelf: "
								+ "Ringlog writes it itself."));
			}
			if (appender.element() != null && appender.element()
				.all()
				.anyMatch((element) -> element.is("scriptfilter") || element.is("scriptpatternselector"))) {
				findings.accept(script(FindingPlace.of(appender)));
			}
		}
		for (LoggerConfig logger : context.loggers()) {
			Stream<Filter> filters = Stream.concat(single(logger.getFilter()),
					logger.getAppenderRefs().stream().map(AppenderRef::getFilter).flatMap(SlowPartRule::single));
			if (filters.anyMatch(ScriptFilter.class::isInstance)) {
				findings.accept(script(FindingPlace.of(logger)));
			}
		}
	}

	private static @Nullable String describe(LayoutPart layout) {
		String name = layout.type().getName().startsWith(LOG4J) ? layout.type().getSimpleName() : "";
		if (name.equals("JsonTemplateLayout")) {
			// See docs/json.md.
			return "This layout takes the writer 5 to 9 times as long as a pattern, or as Spring Boot's formats.";
		}
		return JACKSON.contains(name)
				? "This layout makes objects of each event and has Jackson print them, on the writer." : null;
	}

	private static Finding script(FindingPlace where) {
		return Finding.hint(RULE, where,
				"A script is run for each event that gets here, and no other appender gets events meanwhile.",
				"Use Log4j's own filters, such as MarkerFilter and RegexFilter, or MarkerPatternSelector and "
						+ "LevelPatternSelector.");
	}

	private static Stream<Filter> single(@Nullable Filter filter) {
		return (filter instanceof CompositeFilter composite)
				? StreamSupport.stream(composite.spliterator(), false).flatMap(SlowPartRule::single)
				: Stream.ofNullable(filter);
	}

}
