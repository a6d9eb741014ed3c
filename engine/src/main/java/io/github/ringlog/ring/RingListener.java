package io.github.ringlog.ring;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.apache.logging.log4j.LoggingException;
import org.apache.logging.log4j.status.StatusLogger;
import org.jspecify.annotations.Nullable;

/**
 * Writes events to their targets on the calling thread, counts failures, and never
 * throws. Reports a failure to Log4j's status logger at most every 10 seconds, because
 * each event may fail. Any thread may call.
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
	 * @param fallback returns the target of events whose callers failed before they set
	 * one
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
	 * @return whether there was a configuration to take the event; if not, the caller
	 * counts it as dropped
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
				// An exception that a synchronous logger throws has been counted.
				this.statistics.countError(null, failure);
			}
			long due = this.nextReport.get();
			long now = System.nanoTime();
			if (now - due >= 0 && this.nextReport.compareAndSet(due, now + REPORT_NANOS)) {
				StatusLogger.getLogger().error("Ringlog: an event could not be written", failure);
			}
		}
		catch (Throwable ex) {
			// With a full heap a report fails, too, and a listener of the status logger
			// may fail. The event is counted.
		}
	}

	/**
	 * Report that a period of drops has ended.
	 * @param summary the drops by level and reason, a sentence
	 */
	void dropsEnded(String summary) {
		this.warning.accept(summary);
	}

	EventHandler fallbackTarget() {
		return this.fallback.get();
	}

}
