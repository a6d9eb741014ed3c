package io.github.ringlog.delivery;

import java.util.function.Consumer;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.ErrorHandler;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;
import org.jspecify.annotations.Nullable;

/**
 * The part of a configuration that is for a logger, as it stands at one moment: on
 * Log4j's own path events go through Log4j's methods, whatever comes and goes before they
 * are written. Filled before the first event.
 */
final class LoggerSnapshot extends LoggerConfig {

	private final boolean location;

	/**
	 * Create a snapshot without appenders.
	 * @param logger the part of the configuration
	 * @param filter its filter
	 * @param location whether events have their location. If not, no layout looks for it
	 * on the stack of the writer.
	 */
	LoggerSnapshot(LoggerConfig logger, @Nullable Filter filter, boolean location) {
		super(logger.getName(), logger.getLevel(), true);
		this.location = location;
		if (filter != null) {
			addFilter(filter);
		}
	}

	@Override
	public boolean isIncludeLocation() {
		return this.location;
	}

	/**
	 * Add what gets the events of a reference.
	 * @param name the name of the appender
	 * @param target gets the events, and applies the filter and the level
	 */
	void add(String name, Consumer<LogEvent> target) {
		addAppender(new StandIn(name, target), Level.ALL, null);
	}

	/**
	 * Takes the place of an appender and its reference. What they report, they report
	 * themselves.
	 */
	private static final class StandIn extends AbstractAppender implements ErrorHandler {

		private final Consumer<LogEvent> target;

		StandIn(String name, Consumer<LogEvent> target) {
			super(name, null, null, false, Property.EMPTY_ARRAY);
			this.target = target;
			setHandler(this);
			start();
		}

		@Override
		public void append(LogEvent event) {
			this.target.accept(event);
		}

		@Override
		public void error(String msg) {
		}

		@Override
		public void error(String msg, @Nullable Throwable thrown) {
		}

		@Override
		public void error(String msg, @Nullable LogEvent event, @Nullable Throwable thrown) {
		}

	}

}
