package io.github.ringlog.logger;

import java.util.concurrent.TimeUnit;

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
		Thread thread = new Thread(null, stop, "ringlog-stop", 0, false);
		thread.setDaemon(true);
		thread.start();
		return thread;
	}

}
