package io.github.ringlog.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.stream.LongStream;

import com.sun.management.ThreadMXBean;
import io.github.ringlog.engine.RingSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Counts the bytes that the calling thread itself allocates, to the byte, where
 * {@link ThreadAllocationProfiler} includes some of JMH's.
 */
public final class CallerAllocation {

	private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	private static final int WARMUP_CALLS = 500_000;

	private static final int CALLS = 200_000;

	private static final int ROUNDS = 5;

	// Log4j's reusable messages let go of buffers of more than 518 characters.
	private static final int[] LENGTHS = { 500, 1000 };

	private CallerAllocation() {
	}

	/**
	 * Measure one stack.
	 * @param arguments the stack, by default {@link Stack#RINGLOG}
	 */
	public static void main(String[] arguments) {
		Stack stack = (arguments.length > 0) ? Stack.valueOf(arguments[0]) : Stack.RINGLOG;
		String order = "4711-0815";
		String customer = "customer@example.org";
		IllegalStateException failure = new IllegalStateException("The payment was refused");
		try (RunningStack running = RunningStack.start(stack, Output.FILE, RingSettings.defaults())) {
			System.out.printf("%s: bytes that the caller allocates in %d calls, %d times%n", stack, CALLS, ROUNDS);
			Logger log = LoggerFactory.getLogger("com.example.shop.Checkout");
			report("no parameters", running, () -> log.info("An order was accepted and sent to the warehouse"));
			report("two strings", running, () -> log.info("Order {} was accepted for {}", order, customer));
			for (int length : LENGTHS) {
				String text = "x".repeat(length);
				report(length + " characters", running, () -> log.info("{}", text));
			}
			report("throwable", running, () -> log.info("An order was refused", failure));
			MDC.put("traceId", "4bf92f3577b34da6a3ce929d0e0e4736");
			MDC.put("spanId", "00f067aa0ba902b7");
			MDC.put("user", "4711");
			report("two strings, MDC", running, () -> log.info("Order {} was accepted for {}", order, customer));
		}
	}

	private static void report(String name, RunningStack running, Runnable call) {
		call(call, WARMUP_CALLS);
		long[] bytes = LongStream.range(0, ROUNDS).map((round) -> {
			running.awaitEmptyRing();
			long before = THREADS.getCurrentThreadAllocatedBytes();
			call(call, CALLS);
			return THREADS.getCurrentThreadAllocatedBytes() - before;
		}).toArray();
		System.out.printf("%-18s %s%n", name, Arrays.toString(bytes));
	}

	private static void call(Runnable call, int times) {
		for (int i = 0; i < times; i++) {
			call.run();
		}
	}

}
