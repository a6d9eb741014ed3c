package io.github.ringlog.ring;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.apache.logging.log4j.LoggingException;
import org.apache.logging.log4j.status.StatusLogger;
import org.jspecify.annotations.Nullable;

/**
 * Writes events to their targets, on whichever thread, and counts and reports what fails;
 * no exception comes out of it. Reports a failure that no appender has reported to
 * Log4j's status logger, not each, because there may be one per event. Any thread may
 * call.
 */
public final class RingListener {

	private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(10);

	private final RingStatistics statistics;

	private final Supplier<EventHandler> fallback;

	private final Consumer<String> warning;

	private final AtomicLong nextReport = new AtomicLong(System.nanoTime());

	/**
	 * Create a listener.
	 * @param statistics counts what fails
	 * @param fallback returns the target of events whose callers have failed before they
	 * had set the target
	 * @param warning takes a summary of drops
	 */
	public RingListener(RingStatistics statistics, Supplier<EventHandler> fallback, Consumer<String> warning) {
		this.statistics = statistics;
		this.fallback = fallback;
		this.warning = warning;
	}

	/**
	 * Write an event.
	 * @param event the event
	 * @param target its target
	 * @param lease keeps the configuration from stopping until the caller releases it
	 * @return whether there was a configuration to take the event; else the caller counts
	 * it as dropped
	 */
	public boolean write(RingEvent event, EventHandler target, ConfigurationLease lease) {
		try {
			return target.write(event, lease);
		}
		catch (Throwable ex) {
			failed(event, ex);
			return true;
		}
	}

	/**
	 * Count a failure to write.
	 * @param event the event, or {@code null} if the writer itself has failed
	 */
	void failed(@Nullable RingEvent event, Throwable failure) {
		try {
			if (event != null) {
				if (event.noteFailure(failure)) {
					this.statistics.countFailed(event.getLevel(), null, failure);
				}
			}
			else if (!(failure instanceof LoggingException)) {
				// One that a synchronous logger throws has been counted.
				this.statistics.countError(null, failure);
			}
			long due = this.nextReport.get();
			long now = System.nanoTime();
			if (now - due >= 0 && this.nextReport.compareAndSet(due, now + REPORT_NANOS)) {
				StatusLogger.getLogger().error("Ringlog: an event could not be written", failure);
			}
		}
		catch (Throwable ex) {
			// With a full heap a report fails, too, and so may a listener of the status
			// logger. The event is counted.
		}
	}

	/**
	 * A period of drops has ended.
	 * @param summary the drops by level and reason, a sentence
	 */
	void dropsEnded(String summary) {
		this.warning.accept(summary);
	}

	EventHandler fallbackTarget() {
		return this.fallback.get();
	}

}
