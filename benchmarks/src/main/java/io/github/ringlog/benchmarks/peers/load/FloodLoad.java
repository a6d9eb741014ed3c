package io.github.ringlog.benchmarks.peers.load;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Threads that log as fast as they can. A round ends when the last line is in the file.
 */
final class FloodLoad {

	/** So many threads fill the queue of an asynchronous stack. */
	private static final int CONTENDED = 4;

	private static final int LOSSY_ROUNDS = 3;

	private final LogFile file;

	private final LogCalls.LogCall call;

	private final Callers callers;

	private final Options options;

	private final int threads;

	/**
	 * Events since the start, of the warm-up too; the driver compares them with a pipe.
	 */
	private long attempted;

	FloodLoad(LogFile file, LogCalls.LogCall call, Options options) {
		this.file = file;
		this.call = call;
		this.callers = new Callers(options);
		this.options = options;
		this.threads = options.number("threads", 1);
	}

	void run(Results results) throws IOException, InterruptedException {
		warmUp(this.threads);
		int events = this.options.number("events", 100_000);
		int rounds = this.options.number("rounds", 1);
		long enough = TimeUnit.SECONDS.toNanos(this.options.number("seconds", 0));
		long measured = 0;
		boolean lossy = false;
		// What loses events is not ranked, so a few rounds are enough to say so.
		for (int i = 0; i < rounds || (measured < enough && !(lossy && i >= LOSSY_ROUNDS)); i++) {
			Map<String, Long> row = flood(this.threads, events);
			measured += row.getOrDefault("nanos", 0L);
			lossy |= row.getOrDefault("written", 0L) < events;
			row.put("attempted", this.attempted);
			results.add("flood", row);
		}
	}

	/**
	 * Log until the time for warming up is over, in turns with enough threads to contend
	 * and with as many as will be measured.
	 */
	void warmUp(int measured) throws InterruptedException {
		int events = this.options.number("warmup-events", 100_000);
		long begin = System.nanoTime();
		long nanos = (long) (this.options.decimal("warmup-seconds", 1) * 1e9);
		do {
			flood(Math.max(measured, CONTENDED), events);
			flood(measured, events);
		}
		while (System.nanoTime() - begin < nanos);
	}

	Map<String, Long> flood(int number, int events) throws InterruptedException {
		this.file.reset();
		System.gc();
		long cpu = Usage.cpuNanos();
		long begin = this.callers.run(number, (index) -> log(events / number + ((index < events % number) ? 1 : 0)));
		long called = System.nanoTime();
		LogFile.Written done = this.file.await(events);
		this.attempted += events;
		Map<String, Long> row = new HashMap<>(Map.of("events", (long) events, "nanos", done.nanos() - begin, "callers",
				called - begin, "cpu", done.cpu() - cpu, "written", done.events()));
		row.put("bytes", done.bytes() / Math.max(1, done.events()));
		// Tells an event that was not written from one that was not counted.
		row.put("file-bytes", done.bytes());
		return row;
	}

	private void log(int events) {
		for (int i = 0; i < events; i++) {
			this.call.log();
		}
	}

}
