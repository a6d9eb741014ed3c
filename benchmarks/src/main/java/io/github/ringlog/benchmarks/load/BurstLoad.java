package io.github.ringlog.benchmarks.load;

import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that make ten calls and pause. What is recorded is how long each call takes: no
 * schedule is kept, so none can be missed.
 */
final class BurstLoad {

	private static final int BURST = 10;

	private static final long PAUSE_NANOS = 850_000;

	private final Driver driver;

	private final Options options;

	private final LogCalls.LogCall call = LogCalls.of("strings");

	BurstLoad(Driver driver, Options options) {
		this.driver = driver;
		this.options = options;
	}

	void run() throws InterruptedException {
		int threads = this.options.number("threads");
		new FloodLoad(this.driver, this.options).warmUp(this.call, threads);
		measure(threads, this.options.decimal("seconds") / 4);
		this.driver.add("bursts", measure(threads, this.options.decimal("seconds")));
	}

	private Map<String, Long> measure(int threads, double seconds) throws InterruptedException {
		System.gc();
		Percentiles percentiles = new Percentiles(threads);
		int bursts = (int) Math.ceil(seconds * 1e9 / PAUSE_NANOS);
		Callers.run(threads, (index) -> log(index, bursts, percentiles));
		long events = (long) bursts * threads * BURST;
		Driver.Written done = this.driver.await(events);
		Map<String, Long> row = percentiles.values();
		row.put("events", events);
		row.put("written", done.events());
		return row;
	}

	private void log(int thread, int bursts, Percentiles percentiles) {
		for (int i = 0; i < bursts; i++) {
			for (int j = 0; j < BURST; j++) {
				long begin = System.nanoTime();
				this.call.log();
				percentiles.record(thread, System.nanoTime() - begin);
			}
			LockSupport.parkNanos(PAUSE_NANOS);
		}
	}

}
