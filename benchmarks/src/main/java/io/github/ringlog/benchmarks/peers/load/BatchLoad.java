package io.github.ringlog.benchmarks.peers.load;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Threads that log so little at a time that no queue is ever full, and wait until it is
 * written: what a call costs its caller, and what the rest costs the writer, in time and
 * in bytes.
 */
final class BatchLoad {

	private static final int FIRST_CALLS = 100;

	private final LogFile file;

	private final LogCalls.LogCall call;

	private final Options options;

	private final int threads;

	BatchLoad(LogFile file, LogCalls.LogCall call, Options options) {
		this.file = file;
		this.call = call;
		this.options = options;
		this.threads = options.number("threads", 1);
	}

	void run(Results results) throws IOException, InterruptedException {
		new FloodLoad(this.file, this.call, this.options).warmUp(this.threads);
		int batches = this.options.number("batches", 20);
		int calls = this.options.number("calls", 10_000);
		for (int i = -batches / 2; i < batches; i++) {
			Map<String, Long> row = measure(calls);
			if (i >= 0) {
				results.add("batch", row);
			}
		}
	}

	private Map<String, Long> measure(int calls) throws InterruptedException {
		this.file.reset();
		int frames = this.options.number("frames", 0);
		AtomicLong elapsed = new AtomicLong();
		AtomicLong callerCpu = new AtomicLong();
		AtomicLong callerBytes = new AtomicLong();
		long cpu = Usage.otherThreadsCpuNanos();
		long bytes = Usage.otherThreadsBytes();
		long begin = new Callers(this.options).run(this.threads, (index) -> {
			// What a thread gets with its first event is not what a call costs.
			below(frames, FIRST_CALLS);
			long usedBefore = Usage.threadCpuNanos();
			long bytesBefore = Usage.threadBytes();
			long called = System.nanoTime();
			below(frames, calls);
			elapsed.addAndGet(System.nanoTime() - called);
			callerBytes.addAndGet(Usage.threadBytes() - bytesBefore);
			callerCpu.addAndGet(Usage.threadCpuNanos() - usedBefore);
		});
		LogFile.Written done = this.file.await((long) (calls + FIRST_CALLS) * this.threads);
		// The writer's: callers have ended, and the clock of the process is too coarse.
		long others = Usage.otherThreadsCpuNanos() - cpu;
		long othersBytes = Usage.otherThreadsBytes() - bytes;
		Map<String, Long> row = new HashMap<>(Map.of("events", (long) (calls + FIRST_CALLS) * this.threads, "calls",
				(long) calls * this.threads, "elapsed", elapsed.get(), "caller-cpu", callerCpu.get(), "caller-bytes",
				callerBytes.get(), "others-cpu", others, "others-bytes", othersBytes, "nanos", done.nanos() - begin));
		row.put("written", done.events());
		return row;
	}

	/**
	 * Log below so many frames, as an application does: who looks for the caller walks
	 * them.
	 */
	private void below(int frames, int calls) {
		if (frames > 0) {
			below(frames - 1, calls);
			return;
		}
		for (int i = 0; i < calls; i++) {
			this.call.log();
		}
	}

}
