package io.github.ringlog.benchmarks.peers.load;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures what a stack takes from an application that logs little: the time until its
 * first line is written, heap, threads, and CPU while nothing is logged.
 */
final class FootprintLoad {

	private final LogFile file;

	private final LogCalls.LogCall call;

	private final Options options;

	FootprintLoad(LogFile file, LogCalls.LogCall call, Options options) {
		this.file = file;
		this.call = call;
		this.options = options;
	}

	/**
	 * Run.
	 * @param firstLine the milliseconds from the start of the JVM until the first line
	 */
	void run(long firstLine, Results results) throws IOException, InterruptedException {
		Map<String, Long> row = new HashMap<>(
				Map.of("first-line-millis", firstLine, "heap", Usage.heapAfterCollection()));
		FloodLoad flood = new FloodLoad(this.file, this.call, this.options);
		row.putAll(flood.flood(4, this.options.number("events", 100_000)));
		row.put("heap-used", Usage.heapAfterCollection());
		row.put("threads", (long) Usage.threads());
		double seconds = this.options.decimal("seconds", 1);
		// The compiler is still busy with the flood.
		idle(seconds);
		long begin = System.nanoTime();
		long cpu = Usage.cpuNanos();
		idle(seconds);
		row.put("idle-cpu", Usage.cpuNanos() - cpu);
		row.put("idle-nanos", System.nanoTime() - begin);
		results.add("footprint", row);
	}

	private static void idle(double seconds) {
		long end = System.nanoTime() + (long) (seconds * 1e9);
		while (System.nanoTime() < end) {
			LockSupport.parkNanos(end - System.nanoTime());
		}
	}

}
