package io.github.ringlog.lint;

import java.util.function.Consumer;
import java.util.regex.Pattern;

import io.github.ringlog.environment.LintRule;
import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.ConfigurationLocations;
import io.github.ringlog.location.Element;
import org.jspecify.annotations.Nullable;

/**
 * Finds files that roll over to the name of an earlier archive.
 */
final class OverwrittenArchivesRule implements Rule {

	static final String RULE = LintRule.OVERWRITTEN_ARCHIVES.label();

	private static final Pattern INDEX = Pattern.compile("(?<!%)(?:%%)*%[-.\\d]*i");

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		boolean springBoots = ConfigurationLocations.isSpringBoots(context.configuration());
		context.rollingFiles().forEach((file, pattern) -> {
			if (!INDEX.matcher(pattern).find() && overwrites(file)) {
				String indexed = withIndex(pattern);
				findings.accept(Finding.warning(RULE, FindingPlace.of(file),
						"The names of archives have no index. If the file rolls over twice for the same date, the second "
								+ "archive overwrites the first, and its events are lost.",
						"Add %i to the pattern:\n  "
								+ (springBoots ? "logging.log4j2.rollingpolicy.file-name-pattern=" + indexed
										: "filePattern=\"" + indexed + "\""))
					.at(null, "filePattern=\"" + pattern + "\"", -1));
			}
		});
	}

	/**
	 * Return whether a file gets the name of an archive, and may do so more than once for
	 * the same date. Without a name of its own, events are appended to the archive.
	 */
	private static boolean overwrites(AppenderPart file) {
		Element element = file.element();
		return element != null && element.attribute("fileName") != null
				&& element.all()
					.anyMatch((policy) -> policy.is("sizebasedtriggeringpolicy")
							|| policy.is("onstartuptriggeringpolicy")
							|| policy.is("springboottriggeringpolicy") && rollsBySize(policy.attribute("strategy")));
	}

	private static boolean rollsBySize(@Nullable String strategy) {
		return strategy == null || strategy.contains("size");
	}

	/**
	 * Return a pattern with an index before its extension: the first dot of the name that
	 * is in no specifier.
	 */
	private static String withIndex(String pattern) {
		return pattern.replaceFirst("(\\.[^/\\\\}]*)?$", ".%i$1");
	}

}
