package io.github.ringlog.report;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.concurrent.BackgroundThread;

/**
 * Prints lines on standard error, each on a thread of its own. If nobody reads standard
 * error, a caller waits for at most one second. For Ringlog's own use. Safe for use by
 * several threads.
 */
public final class StandardError {

	private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(1);

	// Whether the stream was stuck the last time; callers then do not wait. Written and
	// read by any thread. If two print at the same time, one or both may wait; the race
	// is harmless.
	private static volatile boolean stuck;

	private StandardError() {
	}

	/**
	 * Print a line.
	 * @param line the line, without a line break
	 */
	public static void print(String line) {
		PrintStream stream = System.err;
		Thread printer = new BackgroundThread(() -> {
			stream.println(line);
			stuck = false;
		}, "ringlog-report");
		printer.start();
		if (!stuck) {
			stuck = !hasEnded(printer);
		}
	}

	private static boolean hasEnded(Thread thread) {
		// A pending interrupt must not end the wait before the line is printed.
		boolean interrupted = Thread.interrupted();
		try {
			thread.join(PATIENCE_MILLIS);
		}
		catch (InterruptedException ex) {
			interrupted = true;
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
		return !thread.isAlive();
	}

}
