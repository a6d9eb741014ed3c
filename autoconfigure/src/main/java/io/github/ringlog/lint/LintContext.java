package io.github.ringlog.lint;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.ringlog.location.AppenderGraph;
import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.LayoutReader;
import io.github.ringlog.location.Specifier;
import org.apache.logging.log4j.core.async.AsyncLoggerConfig;
import org.apache.logging.log4j.core.config.Configuration;

/**
 * A configuration to lint, with the tools that all rules use.
 *
 * @param configuration the configuration
 * @param capture when locations are captured
 * @param lintEnvironment the application
 * @param graph finds the appenders
 * @param layouts reads their layouts
 */
record LintContext(Configuration configuration, LocationCapture capture, LintEnvironment lintEnvironment,
		AppenderGraph graph, LayoutReader layouts) {

	LintContext(Configuration configuration, LocationCapture capture, LintEnvironment lintEnvironment) {
		this(configuration, capture, lintEnvironment, new AppenderGraph(configuration),
				new LayoutReader(configuration));
	}

	Stream<PatternUse> patterns() {
		return this.graph.parts().stream().flatMap(this::patterns);
	}

	Stream<PatternUse> patterns(AppenderPart appender) {
		return this.layouts.patterns(appender)
			.stream()
			.map((pattern) -> new PatternUse(appender, pattern, this.layouts.scanner().scan(pattern)));
	}

	/**
	 * Return the appenders whose files roll over, with the patterns of their archives'
	 * names.
	 */
	Map<AppenderPart, String> rollingFiles() {
		Map<AppenderPart, String> files = new LinkedHashMap<>();
		for (AppenderPart appender : this.graph.parts()) {
			String pattern = (appender.element() != null) ? appender.element().attribute("filePattern") : null;
			if (pattern != null) {
				files.put(appender, pattern);
			}
		}
		return files;
	}

	/**
	 * Return whether Ringlog alone writes the lines of an appender, without an appender
	 * or a queue before it.
	 */
	boolean isWritten(AppenderPart appender) {
		return appender.isStream()
				&& this.graph.loggers()
					.stream()
					.noneMatch((logger) -> logger instanceof AsyncLoggerConfig
							&& this.graph.reachedBy(logger).containsKey(appender))
				&& !this.graph.isBehindAnother(appender);
	}

	/**
	 * A pattern of an appender.
	 *
	 * @param appender the appender
	 * @param pattern the pattern, as it is in force
	 * @param specifiers the specifiers, nested ones included
	 */
	record PatternUse(AppenderPart appender, String pattern, List<Specifier> specifiers) {

	}

}
