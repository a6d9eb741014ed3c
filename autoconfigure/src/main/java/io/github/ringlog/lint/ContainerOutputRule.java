package io.github.ringlog.lint;

import java.util.Set;
import java.util.function.Consumer;

import io.github.ringlog.location.AppenderPart;
import org.apache.logging.log4j.core.config.LoggerConfig;

/**
 * Finds files with the same events that a container collects from the console.
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
				findings.accept(Finding.hint(RULE, FindingPlace.of(file),
						"The same events go to the console and to this file: each is formatted and written twice. The "
								+ "file is lost when the container is removed.",
						"Keep the output that is collected, usually the console."));
			}
		}
	}

	private static boolean isWrittenTwice(LintContext context, LoggerConfig logger, AppenderPart file) {
		Set<AppenderPart> reached = context.reachedBy(logger).keySet();
		return reached.contains(file) && reached.stream().anyMatch(AppenderKinds::isConsole);
	}

}
