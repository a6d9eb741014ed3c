package io.github.ringlog.receipts;

import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.lookup.StrLookup;
import org.jspecify.annotations.Nullable;

/**
 * Resolves <code>${ringlog:run}</code> to the run of the line that is being written. As
 * the key of the records of Log4j's Kafka appender it keeps the lines of a run in one
 * partition and in order. Only the thread that writes the line has a run.
 */
@Plugin(name = "ringlog", category = StrLookup.CATEGORY)
public final class RunLookup implements StrLookup {

	private static final String RUN = "run";

	@Override
	public @Nullable String lookup(String key) {
		LineNumber line = RUN.equals(key) ? LineNumber.current() : null;
		return (line != null) ? line.run() : null;
	}

	@Override
	public @Nullable String lookup(LogEvent event, String key) {
		return lookup(key);
	}

}
