package io.github.ringlog.lint;

import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

import io.github.ringlog.environment.RingLogProperties;
import io.github.ringlog.json.StructuredLayouts;
import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.LayoutPart;
import org.jspecify.annotations.Nullable;

import org.springframework.core.env.Environment;

/**
 * Finds events that Spring Boot's layout encodes itself, though it may be one whose
 * format Ringlog encodes faster: {@code ringlog.json.*} has no effect on them.
 */
final class SlowJsonRule implements Rule {

	static final String RULE = "slow-json";

	private static final Set<String> FORMATS = Set.of("ecs", "logstash", "gelf");

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		for (AppenderPart appender : context.appenders()) {
			LayoutPart layout = appender.layout();
			if (layout == null || layout.made() == null || !layout.type().getName().equals(StructuredLayouts.LAYOUT)) {
				continue;
			}
			boolean known = context.layouts().isByteFormat(layout);
			if (known && AppenderKinds.isStream(appender)) {
				continue;
			}
			if (hasSettings(context.surroundings().environment())) {
				findings.accept(Finding.warning(RULE, FindingPlace.of(appender),
						"ringlog.json.* has no effect here, so values that it masks are shown: " + reason(known),
						advice(known)));
			}
			else if (isFormat(layout) && !ConfigurationLocations.isPackaged(context.configuration())) {
				findings.accept(Finding.hint(RULE, FindingPlace.of(appender), reason(known)
						+ " It takes the writer some 20 times as long as a pattern, and makes 9 KB of garbage or more for "
						+ "each event.", advice(known)));
			}
		}
	}

	private static boolean hasSettings(@Nullable Environment environment) {
		return environment != null
				&& !RingLogProperties.of(environment).json().equals(RingLogProperties.defaults().json());
	}

	/**
	 * What a formatter of the user's costs is not known.
	 */
	private static boolean isFormat(LayoutPart layout) {
		return layout.element() != null
				&& FORMATS.contains(String.valueOf(layout.element().attribute("format")).toLowerCase(Locale.ROOT));
	}

	private static String reason(boolean known) {
		return known ? "Spring Boot's layout encodes the events, because Ringlog does not write this appender."
				: "Spring Boot's layout encodes the events, because of a customizer or a formatter of your own, or of "
						+ "another charset than UTF-8.";
	}

	private static String advice(boolean known) {
		return known ? "Write JSON to Console, File, RollingFile, RandomAccessFile or RollingRandomAccessFile."
				: "Use charset=\"UTF-8\", and logging.structured.json.add, .rename, .include and .exclude in place of a "
						+ "customizer.";
	}

}
