package io.github.ringlog.delivery;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.filter.Filterable;
import org.jspecify.annotations.Nullable;

/**
 * The end of a delivery: hands events to one appender, or writes what the appender would
 * have written. Any thread may call.
 */
abstract class Sink {

	final Appender appender;

	final SinkErrors errors;

	private final @Nullable Filterable filterable;

	// Guarded by this.
	private boolean opened;

	Sink(Appender appender, SinkErrors errors) {
		this.appender = appender;
		this.filterable = (appender instanceof Filterable filtered) ? filtered : null;
		this.errors = errors;
	}

	/**
	 * Prepare for events, unless that is done. Runs no foreign code.
	 */
	final synchronized void openOnce() {
		if (!this.opened) {
			this.opened = true;
			open();
		}
	}

	/** Return the sink that calls the appender directly. */
	Sink direct() {
		return this;
	}

	/**
	 * Prepare for events.
	 */
	abstract void open();

	/**
	 * Close, because the configuration of the appender is about to stop.
	 * @param usable whether the appender takes events, as far as is known
	 * @return whether it does
	 */
	abstract boolean close(boolean usable);

	/**
	 * Hand an event on, unless the filter of the appender denies it. Throws what the
	 * appender throws if it does not ignore exceptions.
	 */
	void take(LogEvent event) {
		checkStarted();
		if (this.filterable == null || !this.filterable.isFiltered(Filters.seen(this.filterable, event))) {
			append(event);
		}
	}

	/**
	 * Report an appender that is not started, and fail if it does not ignore exceptions.
	 */
	void checkStarted() {
		this.errors.checkStarted();
	}

	/**
	 * Hand on an event that has passed the filter of the appender.
	 */
	abstract void append(LogEvent event);

}
