package io.github.ringlog.benchmarks.peers.load;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that log by a schedule into a pipe whose reader stands still for a while. Each
 * line tells when it was due; the reader is the driver.
 */
final class StallLoad {

	private final LogCalls.TimedCall call = LogCalls.timed();

	private final Options options;

	private final int threads;

	StallLoad(Options options) {
		this.options = options;
		this.threads = options.number("threads", 4);
	}

	void run(Results results) throws IOException, InterruptedException {
		long interval = (long) (this.threads * 1e9 / this.options.decimal("rate", 1000));
		long calls = (long) (this.options.decimal("seconds", 1) * 1e9 / interval);
		Percentiles percentiles = new Percentiles(this.threads);
		long cpu = Usage.cpuNanos();
		new Callers(this.options).run(this.threads, (index) -> log(index, interval, calls, percentiles));
		Map<String, Long> row = percentiles.values("");
		row.put("cpu", Usage.cpuNanos() - cpu);
		row.put("events", calls * this.threads);
		results.add("stall", row);
	}

	private void log(int thread, long interval, long calls, Percentiles percentiles) {
		long start = System.nanoTime();
		for (long i = 0; i < calls; i++) {
			long due = start + i * interval;
			long now = System.nanoTime();
			while (now < due) {
				LockSupport.parkNanos(due - now);
				now = System.nanoTime();
			}
			this.call.log(due);
			percentiles.record(thread, System.nanoTime() - now);
		}
	}

}
