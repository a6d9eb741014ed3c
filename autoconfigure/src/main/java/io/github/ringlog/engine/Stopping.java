package io.github.ringlog.engine;

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
		Thread thread = inBackground(stop);
		try {
			thread.join(PATIENCE_MILLIS);
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
