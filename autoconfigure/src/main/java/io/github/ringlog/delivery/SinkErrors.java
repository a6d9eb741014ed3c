package io.github.ringlog.delivery;

import io.github.ringlog.ring.Ledger;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.ErrorHandler;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AppenderLoggingException;

/**
 * Counts the events on which an appender fails, and reports them to its error handler as
 * Log4j does. Any thread may call.
 */
final class SinkErrors {

	private final Appender appender;

	private final Ledger ledger;

	SinkErrors(Appender appender, Ledger ledger) {
		this.appender = appender;
		this.ledger = ledger;
		CountingErrorHandler.install(appender, ledger);
	}

	/**
	 * An event could not be written.
	 * @throws RuntimeException what was thrown, if the appender does not ignore exceptions
	 */
	void failed(LogEvent event, Throwable thrown) {
		if (WrittenEvent.noteFailure(event)) {
			this.ledger.countFailed(event.getLevel(), null, thrown);
		}
		handler().error("An exception occurred processing Appender " + this.appender.getName(), event, thrown);
		if (!this.appender.ignoreExceptions()) {
			throw (thrown instanceof RuntimeException known) ? known : new AppenderLoggingException(thrown);
		}
	}

	/**
	 * Something failed that no event of a caller waits for.
	 * @param events the events that are lost by it, of which only the levels are left; may
	 * be none
	 */
	void failed(HeldEvents events, Throwable thrown) {
		String report = (events.total() > 0)
				? "Log events that appender " + this.appender.getName() + " could not write: " + events.total()
				: "Appender " + this.appender.getName() + " has failed";
		if (events.total() == 0) {
			this.ledger.countError(report, thrown);
		}
		events.forEach((level) -> this.ledger.countFailed(level, report, thrown));
		handler().error(report, thrown);
	}

	/**
	 * As Log4j does, an appender that was not started is told of, and gets the event.
	 */
	void checkStarted() {
		if (!this.appender.isStarted()) {
			String report = "Attempted to append to non-started appender " + this.appender.getName();
			this.appender.getHandler().error(report);
			if (!this.appender.ignoreExceptions()) {
				throw new AppenderLoggingException(report);
			}
		}
	}

	/**
	 * Return the handler of the appender, without what counts.
	 */
	private ErrorHandler handler() {
		return CountingErrorHandler.unwrap(this.appender.getHandler());
	}

}
