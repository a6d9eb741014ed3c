package io.github.ringlog.delivery;

import java.util.function.Consumer;

import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a logger at one moment. On Log4j's own path events go through its
 * methods, whatever changes before they are written. It has no appenders: the consumer in
 * their place applies their filters and levels.
 */
final class LoggerSnapshot extends LoggerConfig {

	private final boolean location;

	private final Consumer<LogEvent> appenders;

	/**
	 * Create a snapshot.
	 * @param logger the part of the configuration
	 * @param filter its filter
	 * @param location whether events have their location; if not, no layout looks for it
	 * on the stack of the writer
	 * @param appenders gets the events that the filter lets pass
	 */
	LoggerSnapshot(LoggerConfig logger, @Nullable Filter filter, boolean location, Consumer<LogEvent> appenders) {
		super(logger.getName(), logger.getLevel(), true);
		this.location = location;
		this.appenders = appenders;
		if (filter != null) {
			addFilter(filter);
		}
	}

	@Override
	public boolean isIncludeLocation() {
		return this.location;
	}

	@Override
	protected void callAppenders(LogEvent event) {
		super.callAppenders(event);
		this.appenders.accept(event);
	}

}
