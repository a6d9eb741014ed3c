package io.github.ringlog.logger;

import io.github.ringlog.location.AppenderNeeds;
import io.github.ringlog.receipts.NumberedSink;
import io.github.ringlog.receipts.Receipts;
import io.github.ringlog.ring.ConfigurationHold;
import io.github.ringlog.ring.EventTarget;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AppenderLoggingException;
import org.apache.logging.log4j.core.filter.Filterable;
import org.apache.logging.log4j.core.impl.LocationAware;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.jspecify.annotations.Nullable;

/**
 * The appender behind an {@link IsolatedAppender}, as the target of the events in its
 * ring.
 */
final class IsolatedTarget implements EventTarget {

	private final Appender appender;

	private final @Nullable Filterable filterable;

	// Set when the configuration of the appender stops before all of its events are
	// written; read by the writer.
	private volatile boolean abandoned;

	// Set before the first event; null if lines are not numbered here.
	private volatile @Nullable NumberedSink numbers;

	// Set before the first event.
	private volatile AppenderNeeds needs = AppenderNeeds.NONE;

	IsolatedTarget(Appender appender) {
		this.appender = appender;
		this.filterable = (appender instanceof Filterable filtered) ? filtered : null;
	}

	Appender appender() {
		return this.appender;
	}

	@Override
	public String getName() {
		return this.appender.getName();
	}

	/**
	 * Return whether the filter of the appender keeps an event out.
	 */
	boolean denies(LogEvent event) {
		return this.filterable != null && this.filterable.isFiltered(event);
	}

	boolean requiresLocation() {
		return this.appender instanceof LocationAware aware && aware.requiresLocation();
	}

	void setNeeds(AppenderNeeds newNeeds) {
		this.needs = newNeeds;
	}

	/**
	 * Begin to number the lines of the appender, which is started, unless it does so
	 * itself.
	 */
	void number(@Nullable Receipts receipts) {
		this.numbers = (receipts != null) ? receipts.openIsolated(this.appender) : null;
	}

	/**
	 * Stop numbering the lines, with a receipt if the appender can still be used.
	 */
	void endNumbers(boolean usable) {
		NumberedSink numbered = this.numbers;
		if (numbered != null && usable) {
			numbered.close();
		}
		else if (numbered != null) {
			numbered.abandon();
		}
	}

	void abandon() {
		this.abandoned = true;
	}

	@Override
	public boolean write(MutableLogEvent event, ConfigurationHold hold) {
		if (this.abandoned) {
			return false;
		}
		append(event);
		return true;
	}

	/**
	 * Hand an event to the appender, whose filter has seen it. What it throws is reported
	 * as Log4j does.
	 */
	void append(LogEvent event) {
		try {
			if (!this.appender.isStarted()) {
				throw new AppenderLoggingException("Attempted to append to non-started appender " + getName());
			}
			AppenderNeeds current = this.needs;
			if (current.any()) {
				WrittenEvent.write(event, current, this::appendWritten);
			}
			else {
				appendWritten(event);
			}
		}
		catch (Throwable ex) {
			this.appender.getHandler().error("An exception occurred processing Appender " + getName(), event, ex);
			if (!this.appender.ignoreExceptions()) {
				throw ex;
			}
		}
	}

	private void appendWritten(LogEvent event) {
		NumberedSink numbered = this.numbers;
		if (numbered != null) {
			numbered.append(event);
		}
		else {
			this.appender.append(event);
		}
	}

}
