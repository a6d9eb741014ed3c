package io.github.ringlog.benchmarks.peers.load;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The time a cache line takes from one processor to another and back. It depends on
 * whether the two share a cache: a virtual machine may be moved while it runs, and what
 * threads hand to each other then costs more or less.
 */
final class RoundTrip {

	private static final int TRIPS = 5_000;

	private static final int ATTEMPTS = 3;

	private RoundTrip() {
	}

	/**
	 * Measure. Two threads take a processor each for some milliseconds.
	 * @return nanoseconds of the best attempt, or 0 if there is one processor only
	 */
	static long nanos() throws InterruptedException {
		if (Runtime.getRuntime().availableProcessors() == 1) {
			return 0;
		}
		long best = Long.MAX_VALUE;
		for (int i = 0; i < ATTEMPTS; i++) {
			best = Math.min(best, attempt());
		}
		return best;
	}

	private static long attempt() throws InterruptedException {
		AtomicInteger line = new AtomicInteger();
		Thread other = new Thread(() -> answer(line), "round-trip");
		other.start();
		// The first is for the start of the thread.
		line.set(1);
		await(line, 2);
		long begin = System.nanoTime();
		for (int i = 1; i < TRIPS; i++) {
			line.set(2 * i + 1);
			await(line, 2 * i + 2);
		}
		long nanos = System.nanoTime() - begin;
		other.join();
		return nanos / (TRIPS - 1);
	}

	private static void answer(AtomicInteger line) {
		for (int i = 0; i < TRIPS; i++) {
			await(line, 2 * i + 1);
			line.set(2 * i + 2);
		}
	}

	private static void await(AtomicInteger line, int value) {
		while (line.get() != value) {
			Thread.onSpinWait();
		}
	}

}
