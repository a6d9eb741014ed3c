package io.github.ringlog.logger;

import java.util.concurrent.TimeUnit;

import io.github.ringlog.report.BackgroundThread;
import io.github.ringlog.ring.Conditions;
import io.github.ringlog.ring.Ledger;
import io.github.ringlog.ring.RingSettings;
import org.jspecify.annotations.Nullable;

/**
 * Stops things that may be stuck.
 */
final class Stopping {

	private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(1);

	private Stopping() {
	}

	/**
	 * Stop something. If an appender is stuck, its stop may be stuck, too, so wait for it
	 * for a second only.
	 * @param usable whether no appender is stuck
	 * @return whether it has stopped
	 */
	static boolean run(Runnable stop, boolean usable) {
		if (usable) {
			stop.run();
			return true;
		}
		return join(inBackground(stop), PATIENCE_MILLIS);
	}

	/**
	 * Stop a context while callers write events themselves. Log4j waits for them, without
	 * end for one that is stuck in an appender or that ends the JVM from there. This
	 * gives up after the drain timeout, and the rest runs on in the background.
	 * @param ledger counts these callers
	 * @param settings the settings in force, if there are any
	 * @return whether it has stopped
	 */
	static boolean behindCallers(Runnable stop, Ledger ledger, @Nullable RingSettings settings) {
		Thread stopping = inBackground(stop);
		Conditions.await(() -> !stopping.isAlive() || ledger.inPlace.get() == 0,
				(settings != null) ? RingSettings.nanos(settings.drainTimeout()) : 0);
		return join(stopping, (ledger.inPlace.get() > 0) ? 1 : 0);
	}

	/**
	 * Wait for a stop.
	 * @param millis how long, or 0 for as long as it takes
	 * @return whether it has stopped
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

	static Thread inBackground(Runnable stop) {
		Thread thread = new BackgroundThread(stop, "ringlog-stop");
		thread.start();
		return thread;
	}

}
