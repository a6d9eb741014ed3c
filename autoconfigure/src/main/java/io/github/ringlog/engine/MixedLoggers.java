package io.github.ringlog.engine;

import java.util.List;

import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.core.async.AsyncLoggerConfig;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.jspecify.annotations.Nullable;

/**
 * Warns of {@code <AsyncRoot>} and {@code <AsyncLogger>} in a configuration, once for
 * each source: a configuration that is read again is not news.
 */
final class MixedLoggers {

	// Written by whoever changes the configuration. Two at once may both warn: harmless.
	private volatile @Nullable String warnedOf;

	void check(Configuration configuration, Logger logger) {
		String source = String.valueOf(configuration.getConfigurationSource());
		if (source.equals(this.warnedOf)) {
			return;
		}
		List<String> names = configuration.getLoggers()
			.values()
			.stream()
			.filter(AsyncLoggerConfig.class::isInstance)
			.map(LoggerConfig::toString)
			.toList();
		if (!names.isEmpty()) {
			this.warnedOf = source;
			logger.warn("All loggers are asynchronous already, yet {} makes these asynchronous once more: {}. "
					+ "Their events pass a second ring, Log4j's own, which loses events without a trace when it is "
					+ "full. Replace <AsyncRoot> and <AsyncLogger> by these:{}", source, names, snippet(names));
		}
	}

	private static String snippet(List<String> names) {
		StringBuilder snippet = new StringBuilder();
		for (String name : names) {
			snippet.append(System.lineSeparator());
			if (LoggerConfig.ROOT.equals(name)) {
				snippet.append("    <Root level=\"…\"> … </Root>");
			}
			else {
				snippet.append("    <Logger name=\"").append(name).append("\" level=\"…\"> … </Logger>");
			}
		}
		return snippet.toString();
	}

}
