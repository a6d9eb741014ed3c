package io.github.ringlog.lint;

import java.util.function.Consumer;

import org.apache.logging.log4j.core.util.Constants;

/**
 * Finds that a configuration may run scripts.
 */
final class ScriptRule implements Rule {

	static final String RULE = "script";

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		if (context.configuration().getScriptManager() != null) {
			findings.accept(Finding.hint(RULE, FindingPlace.CONFIGURATION,
					"The configuration may run scripts: whoever can change it, or a file that it refers to, can run "
							+ "code in the application.",
					"Remove the property, and use arbiters, filters and pattern selectors without scripts.")
				.at(null, Constants.SCRIPT_LANGUAGES, -1));
		}
	}

}
