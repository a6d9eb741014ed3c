package io.github.ringlog.receipts;

import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.lookup.StrLookup;
import org.jspecify.annotations.Nullable;

/**
 * Gives a configuration the run of the line that a sink writes now, as
 * <code>${ringlog:run}</code>: the key of records that Log4j's Kafka appender sends, so
 * that the lines of a run stay in one partition and in order. Any thread may ask; there
 * is a run only on the thread that writes the line.
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
