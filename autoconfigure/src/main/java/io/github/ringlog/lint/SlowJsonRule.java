package io.github.ringlog.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.github.ringlog.environment.RingLogProperties;
import io.github.ringlog.json.StructuredLayouts;
import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.LayoutPart;
import io.github.ringlog.location.SpringBootConfiguration;
import org.apache.logging.log4j.core.Layout;
import org.jspecify.annotations.Nullable;

import org.springframework.core.env.Environment;

/**
 * Finds events that Spring Boot's structured layout encodes itself, which is slow, and on
 * which some of {@code ringlog.json.*} has no effect.
 */
final class SlowJsonRule implements Rule {

	static final String RULE = "slow-json";

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		for (AppenderPart appender : context.appenders()) {
			LayoutPart part = appender.layout();
			Layout<?> layout = (part != null) ? part.made() : null;
			if (part == null || layout == null || !StructuredLayouts.isStructured(layout)) {
				continue;
			}
			boolean encodable = context.layouts().isByteFormat(part);
			if (encodable && AppenderKinds.isStream(appender)) {
				continue;
			}
			boolean springBoots = StructuredLayouts.hasFormatOfSpringBoot(layout);
			List<String> ignored = ignored(context.surroundings().environment(), springBoots);
			if (!ignored.isEmpty()) {
				findings.accept(Finding.warning(RULE, FindingPlace.of(appender),
						String.join(", ", ignored) + " has no effect here: " + reason(encodable), advice(encodable)));
			}
			else if (springBoots && !SpringBootConfiguration.is(context.configuration())) {
				findings.accept(Finding.hint(RULE, FindingPlace.of(appender), reason(encodable)
						+ " It takes the writer some 20 times as long as a pattern, and makes 9 KB of garbage or more for "
						+ "each event.", advice(encodable)));
			}
		}
	}

	/**
	 * Return the properties that are set and have no effect. Spring Boot's formats are
	 * told what is masked.
	 */
	private static List<String> ignored(@Nullable Environment environment, boolean masks) {
		List<String> ignored = new ArrayList<>();
		if (environment != null) {
			RingLogProperties.Json json = RingLogProperties.of(environment).json();
			if (!json.mask().isEmpty() && !masks) {
				ignored.add("ringlog.json.mask");
			}
			if (json.maxLine() != null) {
				ignored.add("ringlog.json.max-line");
			}
			if (json.traceId()) {
				ignored.add("ringlog.json.trace-id");
			}
		}
		return ignored;
	}

	private static String reason(boolean encodable) {
		return encodable ? "Spring Boot's layout encodes the events, because Ringlog does not write this appender."
				: "Spring Boot's layout encodes the events, because of a customizer or a formatter of your own, or of "
						+ "another charset than UTF-8.";
	}

	private static String advice(boolean encodable) {
		return encodable ? "Write JSON to Console, File, RollingFile, RandomAccessFile or RollingRandomAccessFile."
				: "Use charset=\"UTF-8\", and logging.structured.json.add, .rename, .include and .exclude in place of a "
						+ "customizer.";
	}

}
