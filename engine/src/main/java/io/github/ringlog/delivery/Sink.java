package io.github.ringlog.delivery;

import java.util.function.Consumer;

import io.github.ringlog.location.AppenderNeeds;
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

	private final AppenderNeeds needs;

	// Guarded by this.
	private boolean opened;

	// One object each for all events.
	private final Consumer<LogEvent> filtering = this::filterAndAppend;

	private final Consumer<LogEvent> appending = this::append;

	Sink(Appender appender, AppenderNeeds needs, SinkErrors errors) {
		this.appender = appender;
		this.filterable = (appender instanceof Filterable filtered) ? filtered : null;
		this.needs = needs;
		this.errors = errors;
	}

	/**
	 * Prepare for events, unless that is done. Runs no code of others.
	 */
	final synchronized void openOnce() {
		if (!this.opened) {
			this.opened = true;
			open();
		}
	}

	/** Return the sink that is next to the appender. */
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
	 * appender throws if that does not ignore exceptions.
	 */
	final void take(LogEvent event) {
		if (this.needs.any()) {
			WrittenEvent.write(event, this.needs, this.filtering);
		}
		else {
			filterAndAppend(event);
		}
	}

	/**
	 * Hand an event on that the filter of the appender has seen.
	 */
	final void takeFiltered(LogEvent event) {
		if (this.needs.any()) {
			WrittenEvent.write(event, this.needs, this.appending);
		}
		else {
			append(event);
		}
	}

	private void filterAndAppend(LogEvent event) {
		if (!denies(event)) {
			append(event);
		}
	}

	final boolean denies(LogEvent event) {
		return this.filterable != null && this.filterable.isFiltered(event);
	}

	abstract void append(LogEvent event);

}
