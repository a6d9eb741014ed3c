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
	public void check(Subject subject, Consumer<Finding> findings) {
		if (!subject.surroundings().container()) {
			return;
		}
		for (AppenderPart file : subject.appenders()) {
			if (AppenderKinds.isFile(file)
					&& subject.loggers().stream().anyMatch((logger) -> isWrittenTwice(subject, logger, file))) {
				findings.accept(Finding.hint(RULE, Where.of(file),
						"In a container the same events go to the console and to this file: each is formatted and "
								+ "written twice, and the file is gone with the container.",
						"Keep the one that is collected, as a rule the console."));
			}
		}
	}

	private static boolean isWrittenTwice(Subject subject, LoggerConfig logger, AppenderPart file) {
		Set<AppenderPart> reached = subject.reachedBy(logger).keySet();
		return reached.contains(file) && reached.stream().anyMatch(AppenderKinds::isConsole);
	}

}
