package io.github.ringlog.benchmarks.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The time a cache line takes from one processor to another and back. A virtual machine
 * may be moved while it runs; what threads hand to each other then costs more or less.
 * The driver asks for it before each run, outside the JVM of the contender: it stands
 * beside the results, and runs far apart in it are reported apart.
 */
public final class RoundTrip {

	private static final int TRIPS = 5_000;

	private static final int ATTEMPTS = 5;

	private static final int END = -1;

	private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

	private RoundTrip() {
	}

	/**
	 * Print it for each line of standard input.
	 * @param arguments none
	 * @throws IOException if standard input cannot be read
	 * @throws InterruptedException if it is interrupted
	 */
	public static void main(String[] arguments) throws IOException, InterruptedException {
		BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
		while (in.readLine() != null) {
			System.out.println(nanos());
		}
	}

	/**
	 * Measure. Two threads take a processor each for some milliseconds.
	 * @return nanoseconds of the best attempt, or 0 if there is one processor only
	 */
	private static long nanos() throws InterruptedException {
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
		// Odd: a question; even: its answer.
		AtomicInteger line = new AtomicInteger();
		Thread other = new Thread(() -> answer(line), "round-trip");
		other.start();
		long begin = System.nanoTime();
		long deadline = begin + MOST_NANOS;
		int trips = 0;
		while (trips < TRIPS && System.nanoTime() - deadline < 0) {
			int question = line.get() + 1;
			line.set(question);
			while (line.get() == question) {
				Thread.onSpinWait();
			}
			// The first is for the start of the thread.
			begin = (trips++ == 0) ? System.nanoTime() : begin;
		}
		long nanos = System.nanoTime() - begin;
		line.set(END);
		other.join();
		return nanos / Math.max(1, trips - 1);
	}

	private static void answer(AtomicInteger line) {
		int value = line.get();
		while (value != END) {
			if (value % 2 == 1) {
				line.set(value + 1);
			}
			Thread.onSpinWait();
			value = line.get();
		}
	}

}
