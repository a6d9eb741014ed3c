package io.github.ringlog.lint;

import java.util.Set;
import java.util.function.Consumer;

import io.github.ringlog.location.AppenderPart;
import org.apache.logging.log4j.core.config.LoggerConfig;

/**
 * Finds files that hold what the container collects from the console anyway.
 */
final class ContainerOutputRule implements Rule {

	static final String RULE = "console-and-file-in-container";

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		if (!context.surroundings().container()) {
			return;
		}
		for (AppenderPart file : context.appenders()) {
			if (AppenderKinds.isFile(file)
					&& context.loggers().stream().anyMatch((logger) -> isWrittenTwice(context, logger, file))) {
				findings.accept(Finding.hint(RULE, Where.of(file),
						"In a container the same events go to the console and to this file: each is formatted and "
								+ "written twice, and the file is gone with the container.",
						"Keep the one that is collected, as a rule the console."));
			}
		}
	}

	private static boolean isWrittenTwice(LintContext context, LoggerConfig logger, AppenderPart file) {
		Set<AppenderPart> reached = context.reachedBy(logger).keySet();
		return reached.contains(file) && reached.stream().anyMatch(AppenderKinds::isConsole);
	}

}
