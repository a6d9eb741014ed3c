package io.github.ringlog.benchmarks.load;

import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that log by a schedule, which no slow call delays. A call that is late because
 * the one before it took long has waited, and its latency begins when it was due. What a
 * thread oversleeps is not the stack's: for calls that were due meanwhile the latency
 * begins when it woke. In the middle nobody reads standard output for a second.
 */
final class PacedLoad {

	private final Driver driver;

	private final Options options;

	private final LogCalls.LogCall call = LogCalls.of("strings");

	PacedLoad(Driver driver, Options options) {
		this.driver = driver;
		this.options = options;
	}

	void run() throws InterruptedException {
		int threads = this.options.number("threads");
		int rate = this.options.number("rate");
		new FloodLoad(this.driver, this.options).warmUp(this.call, threads);
		measure(threads, rate, this.options.decimal("seconds") / 4);
		this.driver.stall();
		this.driver.add("paced", measure(threads, rate, this.options.decimal("seconds")));
	}

	private Map<String, Long> measure(int threads, double rate, double seconds) throws InterruptedException {
		System.gc();
		Percentiles percentiles = new Percentiles(threads);
		double interval = threads * 1e9 / rate;
		long calls = Math.max(1, (long) (seconds * 1e9 / interval));
		Callers.run(threads, (index) -> log(index * interval / threads, interval, calls, percentiles, index));
		Driver.Written done = this.driver.await(calls * threads);
		Map<String, Long> row = percentiles.values();
		row.put("events", calls * threads);
		row.put("written", done.events());
		return row;
	}

	private void log(double offset, double interval, long calls, Percentiles percentiles, int thread) {
		// Threads take turns.
		double start = System.nanoTime() + offset;
		long awake = (long) start;
		for (long i = 0; i < calls; i++) {
			long due = (long) (start + i * interval);
			long now = System.nanoTime();
			if (now < due) {
				while (now < due) {
					LockSupport.parkNanos(due - now);
					now = System.nanoTime();
				}
				awake = now;
			}
			this.call.log();
			percentiles.record(thread, System.nanoTime() - Math.max(due, awake));
		}
	}

}
