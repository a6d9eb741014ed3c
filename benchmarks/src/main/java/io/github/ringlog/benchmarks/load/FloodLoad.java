package io.github.ringlog.benchmarks.load;

import java.util.HashMap;
import java.util.Map;

/**
 * Threads that log as fast as they can, for each number of threads and each shape. A
 * flood ends when the last line has arrived.
 */
final class FloodLoad {

	/** So many threads fill the queue of an asynchronous stack. */
	private static final int CONTENDED = 4;

	private final Driver driver;

	private final Options options;

	FloodLoad(Driver driver, Options options) {
		this.driver = driver;
		this.options = options;
	}

	void run() throws InterruptedException {
		int[] threads = this.options.numbers("threads");
		LogCalls.LogCall call = LogCalls.of(this.options.text("shape"));
		int events = this.options.number("events");
		double enough = this.options.decimal("seconds") * 1e9;
		warmUp(call, threads[threads.length - 1]);
		for (int number : threads) {
			long measured = 0;
			boolean lossy = false;
			// What loses events is not ranked, so one flood is enough to say so.
			do {
				Map<String, Long> row = flood(call, number, events);
				measured += row.getOrDefault("nanos", 0L);
				lossy = row.getOrDefault("written", 0L) < events;
				row.put("threads", (long) number);
				this.driver.add("flood", row);
			}
			while (measured < enough && !lossy);
		}
	}

	/**
	 * Log until the time for warming up is over, in turns with enough threads to contend,
	 * with one, and with as many as will be measured.
	 */
	void warmUp(LogCalls.LogCall call, int measured) throws InterruptedException {
		int events = this.options.number("warm-up-events");
		long begin = System.nanoTime();
		double nanos = this.options.decimal("warm-up") * 1e9;
		do {
			flood(call, Math.max(measured, CONTENDED), events);
			flood(call, 1, events);
		}
		while (System.nanoTime() - begin < nanos);
	}

	Map<String, Long> flood(LogCalls.LogCall call, int threads, int events) throws InterruptedException {
		System.gc();
		long cpu = this.driver.cpuNanos();
		long begin = Callers.run(threads, (index) -> {
			int count = events / threads + ((index < events % threads) ? 1 : 0);
			for (int i = 0; i < count; i++) {
				call.log();
			}
		});
		long called = System.nanoTime();
		Driver.Written done = this.driver.await(events);
		return new HashMap<>(Map.of("events", (long) events, "nanos", done.nanos() - begin, "callers", called - begin,
				"cpu", done.cpu() - cpu, "written", done.events()));
	}

}
