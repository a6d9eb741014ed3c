package io.github.ringlog.benchmarks.peers;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The time a cache line takes from one processor to another and back. A virtual machine
 * may be moved while it runs; what threads hand to each other then costs more or less.
 * The driver measures it before and after a run, outside the JVM of the contender, and it
 * stands beside the results: no result depends on it.
 */
final class RoundTrip {

	private static final int TRIPS = 5_000;

	private static final int ATTEMPTS = 5;

	private static final int END = -1;

	private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

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
		long begin = System.nanoTime();
		long deadline = begin + MOST_NANOS;
		int trips = 0;
		while (trips < TRIPS && ask(line, deadline)) {
			if (trips++ == 0) {
				begin = System.nanoTime();
			}
		}
		long nanos = System.nanoTime() - begin;
		line.set(END);
		other.join();
		return nanos / Math.max(1, trips - 1);
	}

	/**
	 * Set an odd number and wait for an even one. Other work on the machine may hold the
	 * other thread up.
	 * @return whether it came in time
	 */
	private static boolean ask(AtomicInteger line, long deadline) {
		int value = line.get() + 1;
		line.set(value);
		for (int spins = 1; line.get() == value; spins++) {
			if (spins % 1024 == 0 && System.nanoTime() - deadline > 0) {
				return false;
			}
			Thread.onSpinWait();
		}
		return true;
	}

	private static void answer(AtomicInteger line) {
		int value = line.get();
		while (value != END) {
			if (value % 2 == 1) {
				// Not for good, if the end has come meanwhile.
				line.compareAndSet(value, value + 1);
			}
			Thread.onSpinWait();
			value = line.get();
		}
	}

}
