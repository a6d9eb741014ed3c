package io.github.ringlog.lint;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import org.apache.logging.log4j.core.config.AbstractConfiguration;

/**
 * Finds a status level that hides what Log4j itself has to report.
 */
final class StatusLevelRule implements Rule {

	static final String RULE = "status-level";

	private static final Set<String> HIDING = Set.of("off", "fatal");

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		if (!(context.configuration() instanceof AbstractConfiguration configuration)
				|| configuration.getRootNode() == null) {
			return;
		}
		for (Map.Entry<String, String> attribute : configuration.getRootNode().getAttributes().entrySet()) {
			if (attribute.getKey().equalsIgnoreCase("status")
					&& HIDING.contains(attribute.getValue().trim().toLowerCase(Locale.ROOT))) {
				findings.accept(Finding
					.warning(RULE, FindingPlace.CONFIGURATION,
							"Problems of logging itself are not reported: a typo, a missing appender, a full disk.",
							"Set status=\"warn\", or remove the attribute.")
					.at(null, "status=\"" + attribute.getValue() + "\"", -1));
			}
		}
	}

}
