package io.github.ringlog.lint;

import java.util.function.Consumer;

import io.github.ringlog.location.SpringBootConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Finds files that roll over to the name of an earlier archive.
 */
final class OverwrittenArchivesRule implements Rule {

	static final String RULE = "overwritten-archives";

	private static final String PROPERTY = "logging.log4j2.rollingpolicy.file-name-pattern";

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		RollingFile.all(context)
			.filter((file) -> file.isRenamed() && file.rollsWithinADate() && !file.isIndexed())
			.forEach((file) -> findings.accept(Finding.warning(RULE, FindingPlace.of(file.appender()),
					"The names of archives have no index. If the file rolls over twice for the same date, the second "
							+ "archive overwrites the first, and its events are lost.",
					advice(context, file))
				.at(null, "filePattern=\"" + file.pattern() + "\"", -1)));
	}

	private static String advice(LintContext context, RollingFile file) {
		String property = property(context);
		return "Add %i to the pattern:\n  " + ((property != null) ? PROPERTY + "=" + RollingFile.withIndex(property)
				: "filePattern=\"" + file.indexedPattern() + "\"");
	}

	/**
	 * Return what the user has set of Spring Boot's property, if it is in force.
	 */
	private static @Nullable String property(LintContext context) {
		return SpringBootConfiguration.is(context.configuration())
				? PatternProperties.written(context.surroundings().environment(), PROPERTY) : null;
	}

}
