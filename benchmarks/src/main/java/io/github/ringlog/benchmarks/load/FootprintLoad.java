package io.github.ringlog.benchmarks.load;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures what a stack takes from an application that logs little: heap, threads, and
 * CPU while nothing is logged.
 */
final class FootprintLoad {

	private final Driver driver;

	private final Options options;

	FootprintLoad(Driver driver, Options options) {
		this.driver = driver;
		this.options = options;
	}

	void run() throws InterruptedException {
		FloodLoad flood = new FloodLoad(this.driver, this.options);
		Map<String, Long> row = flood.flood(LogCalls.of("strings"), 4, this.options.number("events"));
		row.keySet().retainAll(Set.of("events", "written"));
		for (int i = 0; i < 3; i++) {
			System.gc();
		}
		row.put("heap-used", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
		row.put("threads-of-jvm", (long) ManagementFactory.getThreadMXBean().getThreadCount());
		// The compiler is still busy with the flood.
		idle();
		long begin = System.nanoTime();
		long cpu = this.driver.cpuNanos();
		idle();
		row.put("idle-cpu", this.driver.cpuNanos() - cpu);
		row.put("idle-nanos", System.nanoTime() - begin);
		this.driver.add("footprint", row);
	}

	private void idle() {
		long end = System.nanoTime() + (long) (this.options.decimal("seconds") * 1e9);
		while (System.nanoTime() < end) {
			LockSupport.parkNanos(end - System.nanoTime());
		}
	}

}
