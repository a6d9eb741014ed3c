package io.github.ringlog.logger;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.ringlog.ring.EventTarget;
import io.github.ringlog.ring.RingListener;
import org.apache.logging.log4j.status.StatusLogger;

/**
 * Listens to the ring of a logger context: flushes the appenders of its configuration,
 * reports failures to Log4j's status logger, and logs drops.
 */
final class ContextListener implements RingListener {

	private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(10);

	private final Supplier<EventTarget> ownLogger;

	private final Consumer<String> warning;

	private final AtomicLong nextReport = new AtomicLong(System.nanoTime());

	// One object for all batches.
	private final Consumer<Throwable> onFlushFailure = this::writeFailed;

	private final RingAppenders appenders;

	ContextListener(Supplier<EventTarget> ownLogger, Consumer<String> warning, RingAppenders appenders) {
		this.ownLogger = ownLogger;
		this.warning = warning;
		this.appenders = appenders;
	}

	@Override
	public void batchEnded() {
		this.appenders.flush(this.onFlushFailure);
	}

	/**
	 * Report a failure that no appender has reported to the status logger, but not each,
	 * because there may be one per event.
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
				// A listener of the status logger failed: there is nobody left to tell.
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
