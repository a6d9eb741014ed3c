package io.github.ringlog.environment;

import java.util.concurrent.Callable;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.status.StatusData;
import org.apache.logging.log4j.status.StatusListener;
import org.apache.logging.log4j.status.StatusLogger;
import org.jspecify.annotations.Nullable;
import org.xml.sax.SAXParseException;

/**
 * One reading of a configuration by Log4j, which reports the failure of most parsers to
 * its status logger only, and goes on without a configuration.
 *
 * @param configuration what Log4j has read, if anything
 * @param problem why it has failed, with line and column where they are known, or
 * {@code null}
 */
record ConfigurationReading(@Nullable Configuration configuration, @Nullable String problem) {

	// As Jackson and its parser of YAML write it.
	private static final Pattern POSITION = Pattern.compile("line:? (\\d+), column:? (\\d+)");

	/**
	 * Have Log4j read a configuration.
	 * @param reading asks Log4j
	 */
	static ConfigurationReading of(Callable<@Nullable Configuration> reading) {
		FailureListener listener = new FailureListener();
		StatusLogger.getLogger().registerListener(listener);
		try {
			Configuration configuration = reading.call();
			return new ConfigurationReading(configuration,
					(listener.failure != null) ? describe(listener.failure) : null);
		}
		catch (Exception ex) {
			// Thrown by the parser of properties.
			return new ConfigurationReading(null, describe(ex));
		}
		finally {
			StatusLogger.getLogger().removeListener(listener);
		}
	}

	private static String describe(Throwable failure) {
		if (failure instanceof SAXParseException ex) {
			return "line %d, column %d: %s".formatted(ex.getLineNumber(), ex.getColumnNumber(), ex.getMessage());
		}
		String message = String.valueOf(failure.getMessage());
		MatchResult last = POSITION.matcher(message).results().reduce((first, second) -> second).orElse(null);
		// Excerpts and places are indented.
		String text = message.lines()
			.filter((line) -> !line.startsWith(" ") && !line.isBlank())
			.collect(Collectors.joining(", "))
			.replaceAll("\\[Source: [^;]*; ([^]]*)]", "$1");
		return (last != null) ? "line %s, column %s: %s".formatted(last.group(1), last.group(2), text) : text;
	}

	/**
	 * Keeps the first failure of this thread, and hands on what other threads report.
	 */
	private static final class FailureListener implements StatusListener {

		private final String thread = Thread.currentThread().getName();

		private @Nullable Throwable failure;

		@Override
		public void log(StatusData data) {
			if (!this.thread.equals(data.getThreadName())) {
				StatusLogger.getLogger().getFallbackListener().log(data);
			}
			else if (this.failure == null) {
				this.failure = data.getThrowable();
			}
		}

		@Override
		public Level getStatusLevel() {
			return Level.ERROR;
		}

		@Override
		public void close() {
			// There is nothing to close.
		}

	}

}
