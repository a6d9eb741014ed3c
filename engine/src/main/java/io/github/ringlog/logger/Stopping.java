package io.github.ringlog.logger;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

import io.github.ringlog.report.BackgroundThread;
import io.github.ringlog.ring.Conditions;

/**
 * Stops what may be stuck. As long as something is stuck, the caller waits for the stop
 * no longer than given; after that the stop goes on in the background. Any thread may
 * call.
 */
final class Stopping {

	/** How long to wait for the stop of what is stuck for good. */
	static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

	// How many stops go on in the background.
	private final AtomicInteger running = new AtomicInteger();

	/**
	 * Stop something.
	 * @param stop stops it
	 * @param stuck returns whether something is stuck that the stop may wait for
	 * @param nanos how long to wait for that at the most
	 * @return whether it has stopped
	 */
	boolean run(Runnable stop, BooleanSupplier stuck, long nanos) {
		if (!stuck.getAsBoolean()) {
			stop.run();
			return true;
		}
		Thread stopping = inBackground(stop);
		Conditions.await(() -> !stopping.isAlive() || !stuck.getAsBoolean(), nanos);
		return !stopping.isAlive() || !stuck.getAsBoolean() && join(stopping, 0);
	}

	Thread inBackground(Runnable stop) {
		Thread thread = new BackgroundThread(() -> {
			try {
				stop.run();
			}
			finally {
				this.running.decrementAndGet();
			}
		}, "ringlog-stop");
		this.running.incrementAndGet();
		try {
			thread.start();
		}
		catch (Throwable ex) {
			// There is no thread for it.
			this.running.decrementAndGet();
			throw ex;
		}
		return thread;
	}

	/**
	 * Wait for the stops in the background, because they would stop what is about to
	 * start.
	 * @param nanos how long to wait at the most
	 */
	void await(long nanos) {
		Conditions.await(() -> this.running.get() == 0, nanos);
	}

	/**
	 * Wait for a thread. An interrupt ends the wait.
	 * @param millis how long, or 0 for as long as it takes
	 * @return whether it has ended
	 */
	static boolean join(Thread thread, long millis) {
		try {
			thread.join(millis);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return !thread.isAlive();
	}

}
