package io.github.ringlog.delivery;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.ringlog.ring.EventTarget;
import io.github.ringlog.ring.RingListener;
import org.apache.logging.log4j.status.StatusLogger;

/**
 * Listens to the ring of a logger context or an appender: reports failures to Log4j's
 * status logger, and logs drops.
 */
public final class ContextListener implements RingListener {

	private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(10);

	private final Supplier<EventTarget> ownLogger;

	private final Consumer<String> warning;

	private final AtomicLong nextReport = new AtomicLong(System.nanoTime());

	/**
	 * Create a listener.
	 * @param ownLogger finds the target of events whose callers have failed
	 * @param warning takes a summary of drops
	 */
	public ContextListener(Supplier<EventTarget> ownLogger, Consumer<String> warning) {
		this.ownLogger = ownLogger;
		this.warning = warning;
	}

	/**
	 * Report a failure that no appender has reported to the status logger. Not every
	 * failure is reported, because there may be one per event.
	 */
	@Override
	public void writeFailed(Throwable failure) {
		long now = System.nanoTime();
		long due = this.nextReport.get();
		if (now - due >= 0 && this.nextReport.compareAndSet(due, now + REPORT_NANOS)) {
			try {
				StatusLogger.getLogger().error("Ringlog: an event could not be written", failure);
			}
			catch (Throwable ex) {
				// A listener of the status logger failed: no one is left to report it to.
			}
		}
	}

	@Override
	public void dropsEnded(String summary) {
		this.warning.accept(summary);
	}

	@Override
	public EventTarget fallbackTarget() {
		return this.ownLogger.get();
	}

}
