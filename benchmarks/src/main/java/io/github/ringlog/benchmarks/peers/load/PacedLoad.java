package io.github.ringlog.benchmarks.peers.load;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that log by a schedule, which no slow call delays: a call that is late because
 * the one before it took long has waited, and its latency begins when it was due
 * ("response"). What a thread oversleeps is not the stack's: for calls that were due
 * meanwhile the latency begins when it woke; "raw" has that sleep in it, too.
 */
final class PacedLoad {

	private final LogFile file;

	private final LogCalls.LogCall call;

	private final Options options;

	private final int threads;

	PacedLoad(LogFile file, LogCalls.LogCall call, Options options) {
		this.file = file;
		this.call = call;
		this.options = options;
		this.threads = options.number("threads", 1);
	}

	void run(Results results) throws IOException, InterruptedException {
		new FloodLoad(this.file, this.call, this.options).warmUp(this.threads);
		double capacity = this.options.decimal("capacity", 100_000);
		double seconds = this.options.decimal("seconds", 1);
		for (String percent : this.options.text("loads", "1,10,50").split(",")) {
			double rate = capacity * Double.parseDouble(percent) / 100;
			measure(rate, Math.max(0.2, seconds / 5));
			Map<String, Long> row = measure(rate, seconds);
			row.put("percent", Long.valueOf(percent));
			row.put("rate", Math.round(rate));
			results.add("paced", row);
		}
	}

	private Map<String, Long> measure(double rate, double seconds) throws InterruptedException {
		this.file.reset();
		System.gc();
		Percentiles response = new Percentiles(this.threads);
		Percentiles raw = new Percentiles(this.threads);
		AtomicLong events = new AtomicLong();
		double interval = this.threads * 1e9 / rate;
		long calls = Math.max(1, (long) (seconds * 1e9 / interval));
		long cpu = Usage.cpuNanos();
		long begin = new Callers(this.options).run(this.threads, (index) -> {
			log(index, interval, calls, response, raw);
			events.addAndGet(calls);
		});
		LogFile.Moment done = this.file.awaitWritten(events.get());
		Map<String, Long> row = response.values("");
		row.putAll(raw.values("raw-"));
		row.put("cpu", done.cpu() - cpu);
		row.put("nanos", done.nanos() - begin);
		row.put("events", events.get());
		row.put("written", this.file.countEvents());
		return row;
	}

	private void log(int thread, double interval, long calls, Percentiles response, Percentiles raw) {
		// Threads take turns.
		double start = System.nanoTime() + interval * thread / this.threads;
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
			response.record(thread, done - Math.max(due, awake));
			raw.record(thread, done - due);
		}
	}

}
