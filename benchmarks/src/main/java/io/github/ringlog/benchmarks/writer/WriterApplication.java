package io.github.ringlog.benchmarks.writer;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import com.sun.management.ThreadMXBean;
import io.github.ringlog.engine.RingLoggerContext;
import io.github.ringlog.engine.RingStatistics;
import org.apache.logging.log4j.LogManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

/**
 * Starts, logs {@code args[0]} events to warm up and {@code args[1]} to be measured, and
 * ends. Prints to standard error: {@code nanos}, from the first call until all are
 * written; {@code cpu}, the nanoseconds of CPU time and {@code bytes} that the writer has
 * used and allocated meanwhile; {@code allCpu}, the same with the writers of isolated
 * appenders; {@code written}, the events of the whole life.
 */
public final class WriterApplication {

	private static final Logger logger = LoggerFactory.getLogger("com.example.shop.checkout.CheckoutController");

	private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

	private WriterApplication() {
	}

	/**
	 * Run.
	 * @param args two numbers of events, and Spring's arguments
	 */
	public static void main(String[] args) {
		SpringApplication application = new SpringApplication(WriterApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.run(args);
		RingLoggerContext context = (RingLoggerContext) LogManager.getContext(false);
		RingStatistics statistics = context.statistics();
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		long writer = writer();
		log(context, Integer.parseInt(args[0]));
		long all = cpuOfWriters(threads);
		long bytes = threads.getThreadAllocatedBytes(writer);
		long cpu = threads.getThreadCpuTime(writer);
		long begin = System.nanoTime();
		log(context, Integer.parseInt(args[1]));
		print("nanos", System.nanoTime() - begin);
		print("cpu", threads.getThreadCpuTime(writer) - cpu);
		print("allCpu", cpuOfWriters(threads) - all);
		print("bytes", threads.getThreadAllocatedBytes(writer) - bytes);
		print("written", statistics.written() + statistics.synchronous());
		System.exit(0);
	}

	/**
	 * Log, and wait until all is written.
	 */
	private static void log(RingLoggerContext context, int events) {
		for (int i = 0; i < events; i++) {
			// Nothing to format: the caller shares the processors with the writer.
			logger.info("Order 4711-0815 of customer@example.org was answered with status 200");
		}
		while (!isWritten(context.statistics())
				|| !context.isolatedStatistics().values().stream().allMatch(WriterApplication::isWritten)) {
			// Not a spin: there may be no third core for the reader of the output.
			LockSupport.parkNanos(PAUSE_NANOS);
		}
	}

	private static boolean isWritten(RingStatistics statistics) {
		return statistics.written() == statistics.published();
	}

	private static long cpuOfWriters(ThreadMXBean threads) {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("ringlog-writer"))
			.mapToLong((thread) -> threads.getThreadCpuTime(thread.getId()))
			.sum();
	}

	private static long writer() {
		for (Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces().entrySet()) {
			if (thread.getKey().getName().equals("ringlog-writer")) {
				return thread.getKey().getId();
			}
		}
		throw new IllegalStateException("There is no writer");
	}

	private static void print(String name, long value) {
		System.err.println(name + "=" + value);
	}

}
