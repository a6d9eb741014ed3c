package io.github.ringlog.benchmarks.load;

import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that log by a schedule, which no slow call delays. A call that is late because
 * the one before it took long has waited, and its latency begins when it was due. What a
 * thread oversleeps is not the stack's: for calls that were due meanwhile the latency
 * begins when it woke; "due" has that sleep in it, too.
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
		for (int threads : this.options.numbers("threads")) {
			new FloodLoad(this.driver, this.options).warmUp(this.call, threads);
			double seconds = this.options.decimal("seconds");
			for (int rate : this.options.numbers("rates")) {
				measure(threads, rate, seconds / 4);
				Map<String, Long> row = measure(threads, rate, seconds);
				row.put("threads", (long) threads);
				row.put("rate", (long) rate);
				this.driver.add("paced", row);
			}
		}
	}

	private Map<String, Long> measure(int threads, double rate, double seconds) throws InterruptedException {
		System.gc();
		Percentiles response = new Percentiles(threads);
		Percentiles fromDue = new Percentiles(threads);
		double interval = threads * 1e9 / rate;
		long calls = Math.max(1, (long) (seconds * 1e9 / interval));
		long cpu = this.driver.cpuNanos();
		long begin = Callers.run(threads, (index) -> log(index * interval / threads, interval, calls,
				new Percentiles[] { response, fromDue }, index));
		Driver.Written done = this.driver.await(calls * threads);
		Map<String, Long> row = response.values("");
		row.putAll(fromDue.values("due-"));
		row.put("cpu", done.cpu() - cpu);
		row.put("events", calls * threads);
		row.put("written", done.events());
		// When the last line arrived, after the end of the schedule.
		row.put("behind", Math.max(0, (long) (done.nanos() - begin - calls * interval)));
		return row;
	}

	private void log(double offset, double interval, long calls, Percentiles[] percentiles, int thread) {
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
			long done = System.nanoTime();
			percentiles[0].record(thread, done - Math.max(due, awake));
			percentiles[1].record(thread, done - due);
		}
	}

}
