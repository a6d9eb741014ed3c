package io.github.ringlog.benchmarks.peers.load;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that make ten calls and pause. What is recorded is how long each call takes: no
 * schedule is kept, so none can be missed.
 */
final class BurstLoad {

	private static final int BURST = 10;

	private static final long PAUSE_NANOS = 850_000;

	private final LogFile file;

	private final LogCalls.LogCall call;

	private final Options options;

	private final int threads;

	BurstLoad(LogFile file, LogCalls.LogCall call, Options options) {
		this.file = file;
		this.call = call;
		this.options = options;
		this.threads = options.number("threads", 4);
	}

	void run(Results results) throws IOException, InterruptedException {
		new FloodLoad(this.file, this.call, this.options).warmUp(this.threads);
		int calls = this.options.number("calls", 800_000);
		measure(calls / 8);
		results.add("bursts", measure(calls));
	}

	private Map<String, Long> measure(int calls) throws InterruptedException {
		this.file.reset();
		System.gc();
		Percentiles percentiles = new Percentiles(this.threads);
		int bursts = calls / this.threads / BURST;
		long cpu = Usage.cpuNanos();
		long begin = new Callers(this.options).run(this.threads, (index) -> log(index, bursts, percentiles));
		long events = (long) bursts * this.threads * BURST;
		LogFile.Written done = this.file.await(events);
		Map<String, Long> row = percentiles.values("");
		row.put("cpu", done.cpu() - cpu);
		row.put("nanos", done.nanos() - begin);
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
