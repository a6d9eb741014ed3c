package io.github.ringlog.report;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;

/**
 * Prints lines on standard error, on a thread of its own. If nobody reads the pipe, a
 * caller waits for at most one second. For Ringlog's own use. Any thread may call.
 */
public final class StandardError {

	private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(1);

	// Nobody waits for a stream that was stuck the last time. Any thread writes. Two that
	// print at the same time may both wait, or one may not: that is harmless.
	private static volatile boolean stuck;

	private StandardError() {
	}

	/**
	 * Print a line.
	 * @param line the line, without its end
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
		// The interrupt that ends a wait must not cost the report.
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
