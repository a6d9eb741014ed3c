package io.github.ringlog.benchmarks.peers.load;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that log by a schedule, which no slow call delays, at one rate after the other
 * until the stack falls behind. A call that is late because the one before it took long
 * has waited, and its latency begins when it was due ("response"). What a thread
 * oversleeps is not the stack's: for calls that were due meanwhile the latency begins
 * when it woke; "due" has that sleep in it, too.
 */
final class PacedLoad {

	/** What a stack may need beyond the schedule before it counts as behind. */
	private static final double TOLERANCE = 1.05;

	private static final double TOLERANCE_NANOS = 50e6;

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
		double seconds = this.options.decimal("seconds", 1);
		for (String rate : this.options.text("rates").split(",")) {
			measure(Double.parseDouble(rate), Math.max(0.2, seconds / 5));
			Map<String, Long> row = measure(Double.parseDouble(rate), seconds);
			row.put("rate", Long.valueOf(rate));
			results.add("paced", row);
			if (row.getOrDefault("behind", 0L) == 1) {
				return;
			}
		}
	}

	private Map<String, Long> measure(double rate, double seconds) throws InterruptedException {
		this.file.reset();
		System.gc();
		Percentiles response = new Percentiles(this.threads);
		Percentiles fromDue = new Percentiles(this.threads);
		AtomicLong events = new AtomicLong();
		double interval = this.threads * 1e9 / rate;
		long calls = Math.max(1, (long) (seconds * 1e9 / interval));
		long cpu = Usage.cpuNanos();
		long begin = new Callers(this.options).run(this.threads, (index) -> {
			log(index, interval, calls, response, fromDue);
			events.addAndGet(calls);
		});
		LogFile.Written done = this.file.await(events.get());
		Map<String, Long> row = response.values("");
		row.putAll(fromDue.values("due-"));
		row.put("cpu", done.cpu() - cpu);
		row.put("nanos", done.nanos() - begin);
		row.put("events", events.get());
		row.put("written", done.events());
		double planned = calls * interval;
		row.put("behind", (done.nanos() - begin > planned * TOLERANCE + TOLERANCE_NANOS) ? 1L : 0L);
		return row;
	}

	private void log(int thread, double interval, long calls, Percentiles response, Percentiles fromDue) {
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
			fromDue.record(thread, done - due);
		}
	}

}
