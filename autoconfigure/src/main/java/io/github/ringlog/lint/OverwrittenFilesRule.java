package io.github.ringlog.lint;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import io.github.ringlog.environment.LintRule;
import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.Element;
import org.jspecify.annotations.Nullable;

/**
 * Finds files that are emptied when they are opened, and files that two appenders write
 * to.
 */
final class OverwrittenFilesRule implements Rule {

	static final String RULE = LintRule.OVERWRITTEN_FILES.label();

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		Map<Path, AppenderPart> writers = new HashMap<>();
		for (AppenderPart appender : context.graph().parts()) {
			Element element = appender.element();
			String name = (element != null) ? element.attribute("fileName") : null;
			if (element != null && name != null && !name.startsWith("/dev/") && !name.startsWith("/proc/")) {
				if ("false".equalsIgnoreCase(element.attribute("append"))) {
					findings.accept(Finding.warning(RULE, FindingPlace.of(appender),
							"Each start, and each new configuration, empties the file: what it said of the end of the "
									+ "process before is lost.",
							"Remove append=\"false\".")
						.at(null, "append=\"false\"", -1));
				}
				AppenderPart other = writers.putIfAbsent(Path.of(name).toAbsolutePath().normalize(), appender);
				if (other != null) {
					findings.accept(shared(appender, other).at(null, "fileName=\"" + name + "\"", -1));
				}
			}
		}
	}

	/**
	 * Return the finding on two appenders that write to one file. Appenders of the same
	 * type share Log4j's open file, and the archives of the last one.
	 */
	private static Finding shared(AppenderPart appender, AppenderPart other) {
		boolean share = appender.type() == other.type() && Objects.equals(pattern(appender), pattern(other));
		String message = "Appender \"%s\" writes to this file, too".formatted(other.name());
		String advice = "Give each appender a file of its own, or let the loggers refer to one appender.";
		return share
				? Finding.hint(RULE, FindingPlace.of(appender),
						message + ". An event that reaches both is in it twice.", advice)
				: Finding.warning(RULE, FindingPlace.of(appender),
						message + ", and neither knows of it: lines are mixed, and lost when one of them rolls over.",
						advice);
	}

	private static @Nullable String pattern(AppenderPart appender) {
		return (appender.element() != null) ? appender.element().attribute("filePattern") : null;
	}

}
