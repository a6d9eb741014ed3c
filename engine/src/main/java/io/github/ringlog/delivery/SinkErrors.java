package io.github.ringlog.delivery;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.github.ringlog.report.Plural;
import io.github.ringlog.report.StandardError;
import io.github.ringlog.report.WriterError;
import io.github.ringlog.ring.RingStatistics;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.ErrorHandler;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AppenderLoggingException;
import org.jspecify.annotations.Nullable;

/**
 * Counts the events on which an appender fails, and reports them to its error handler as
 * Log4j does. Any thread may call.
 */
final class SinkErrors {

	private static final long REPEAT_NANOS = TimeUnit.MINUTES.toNanos(1);

	private final Appender appender;

	private final RingStatistics statistics;

	// Events that the appender could not write and that are not yet reported on standard
	// error.
	private final AtomicLong unreported = new AtomicLong();

	private final AtomicLong nextReport = new AtomicLong(System.nanoTime());

	private volatile @Nullable Throwable lastCause;

	SinkErrors(Appender appender, RingStatistics statistics) {
		this.appender = appender;
		this.statistics = statistics;
		CountingErrorHandler.install(appender, statistics);
	}

	/**
	 * Count and report an event that could not be written.
	 * @throws RuntimeException what was thrown, if the appender does not ignore
	 * exceptions
	 */
	void failed(LogEvent event, Throwable thrown) {
		if (LoggedEvent.noteFailure(event)) {
			this.statistics.countFailed(event.getLevel(), null, thrown);
		}
		report(1, thrown);
		handler().error("An exception occurred processing Appender " + this.appender.getName(), event, thrown);
		if (!this.appender.ignoreExceptions()) {
			throw (thrown instanceof RuntimeException known) ? known : new AppenderLoggingException(thrown);
		}
	}

	/**
	 * Report to the handler what the appender would have reported, before the failure is
	 * counted.
	 */
	void reported(String report, LogEvent event, Throwable thrown) {
		handler().error(report, event, thrown);
	}

	/**
	 * Count and report a failure that no caller waits for.
	 * @param events the lost events, by level; may be none
	 */
	void failed(UnflushedCounts events, Throwable thrown) {
		String report = (events.total() > 0)
				? "Log events that appender " + this.appender.getName() + " could not write: " + events.total()
				: "Appender " + this.appender.getName() + " has failed";
		if (events.total() == 0) {
			this.statistics.countError(report, thrown);
		}
		events.forEach((level) -> this.statistics.countFailed(level, report, thrown));
		report(events.total(), thrown);
		handler().error(report, thrown);
	}

	/**
	 * Report on standard error, once per minute: Log4j's handler reports to its status
	 * logger, which may write to the very stream that fails.
	 */
	private void report(int events, Throwable thrown) {
		this.unreported.addAndGet(events);
		this.lastCause = thrown;
		long now = System.nanoTime();
		long due = this.nextReport.get();
		if (now - due >= 0 && this.nextReport.compareAndSet(due, now + REPEAT_NANOS)) {
			reportOutage();
		}
	}

	/**
	 * Report on standard error the events that were not reported yet.
	 */
	void reportOutage() {
		long events = this.unreported.getAndSet(0);
		Throwable cause = this.lastCause;
		// So that it can be garbage-collected.
		this.lastCause = null;
		if (events > 0) {
			StandardError.print("Ringlog: appender " + this.appender.getName() + " could not write "
					+ Plural.of(events, "log event") + ": " + WriterError.describe(null, cause));
		}
	}

	/**
	 * Report an appender that was not started. It gets the event nevertheless, as in
	 * Log4j.
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
	 * Return the handler of the appender, without the one that counts.
	 */
	private ErrorHandler handler() {
		return CountingErrorHandler.unwrap(this.appender.getHandler());
	}

}
