package io.github.ringlog.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.ringlog.engine.RingSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads that log as fast as they can, to a file of which the lines are counted. Each
 * run has a JVM of its own; the stacks take turns, so that whatever else the machine does
 * meets all of them.
 * <p>
 * The rate is that of the lines in the file, from the first call until the ring is empty:
 * an event that was thrown away fast is no achievement.
 */
public final class FloodBenchmark {

	private static final String EVENTS_PROPERTY = "ringlog.benchmark.events";

	private static final int EVENTS = Integer.getInteger(EVENTS_PROPERTY, 500_000);

	private static final int WARMUP_EVENTS = 200_000;

	private static final int DEFAULT_ROUNDS = 5;

	private static final List<Integer> THREADS = List.of(1, 4, 50);

	private static final String FLOOD = "flooded with order";

	private FloodBenchmark() {
	}

	/**
	 * Run all stacks, or, in the JVM made for it, one.
	 * @param arguments the number of rounds, if not the default one; or a stack and the
	 * number of threads
	 */
	public static void main(String[] arguments) throws Exception {
		if (arguments.length == 2) {
			System.out.println(flood(Stack.valueOf(arguments[0]), Integer.parseInt(arguments[1])).format());
			return;
		}
		int rounds = (arguments.length == 1) ? Integer.parseInt(arguments[0]) : DEFAULT_ROUNDS;
		System.out.printf("%d events, %d rounds, medians%n", EVENTS, rounds);
		System.out.printf("%7s  %-11s  %9s  %9s  %9s  %11s  %12s  %s%n", "threads", "stack", "attempted", "written",
				"lost", "callers ms", "written/s", "of Ringlog's rate (each round)");
		for (int threads : THREADS) {
			report(threads, measure(threads, rounds));
		}
	}

	private static Map<Stack, List<Run>> measure(int threads, int rounds) throws IOException, InterruptedException {
		Map<Stack, List<Run>> runs = new TreeMap<>();
		for (int round = 0; round < rounds; round++) {
			for (Stack stack : Stack.values()) {
				runs.computeIfAbsent(stack, (key) -> new ArrayList<>()).add(inOwnJvm(stack, threads));
			}
		}
		return runs;
	}

	private static Run inOwnJvm(Stack stack, int threads) throws IOException, InterruptedException {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xms1g", "-Xmx1g", "-D" + EVENTS_PROPERTY + "=" + EVENTS, "-cp", System.getProperty("java.class.path"),
				FloodBenchmark.class.getName(), stack.name(), Integer.toString(threads))
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		if (process.waitFor() != 0) {
			throw new IllegalStateException(stack + " with " + threads + " threads failed: " + output);
		}
		return Run.parse(output);
	}

	private static void report(int threads, Map<Stack, List<Run>> runs) {
		List<Run> own = runs.getOrDefault(Stack.RINGLOG, List.of());
		runs.forEach((stack, list) -> {
			double[] ratios = IntStream.range(0, list.size())
				.mapToDouble((i) -> list.get(i).rate() / own.get(i).rate())
				.sorted()
				.toArray();
			System.out.printf("%7d  %-11s  %9d  %9.0f  %9.0f  %11.0f  %12.0f  %.2f (%.2f to %.2f)%n", threads, stack,
					EVENTS, median(list.stream().mapToDouble(Run::written).toArray()),
					median(list.stream().mapToDouble((run) -> EVENTS - run.written()).toArray()),
					median(list.stream().mapToDouble((run) -> run.callersNanos() / 1e6).toArray()),
					median(list.stream().mapToDouble(Run::rate).toArray()), median(ratios), ratios[0],
					ratios[ratios.length - 1]);
		});
	}

	private static double median(double[] values) {
		Arrays.sort(values);
		return (values[(values.length - 1) / 2] + values[values.length / 2]) / 2;
	}

	private static Run flood(Stack stack, int threads) throws Exception {
		try (RunningStack running = RunningStack.start(stack, Output.FILE, RingSettings.defaults())) {
			Logger log = LoggerFactory.getLogger("com.example.shop.Checkout");
			for (int i = 0; i < WARMUP_EVENTS; i++) {
				log.info("Warmed up with order {} of {}", "4711-0815", "customer@example.org");
			}
			running.awaitEmptyRing();
			List<Thread> callers = new ArrayList<>();
			CountDownLatch start = new CountDownLatch(1);
			for (int i = 0; i < threads; i++) {
				int events = EVENTS / threads + ((i < EVENTS % threads) ? 1 : 0);
				callers.add(new Thread(() -> log(log, start, events), "caller-" + i));
			}
			callers.forEach(Thread::start);
			long begin = System.nanoTime();
			start.countDown();
			for (Thread caller : callers) {
				caller.join();
			}
			long called = System.nanoTime();
			running.awaitEmptyRing();
			long done = System.nanoTime();
			return new Run(running.stopAndCount(FLOOD), called - begin, done - begin);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void log(Logger log, CountDownLatch start, int events) {
		try {
			start.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return;
		}
		for (int i = 0; i < events; i++) {
			log.info("Was " + FLOOD + " {} of {}", "4711-0815", "customer@example.org");
		}
	}

	private record Run(long written, long callersNanos, long totalNanos) {

		double rate() {
			return this.written * (double) TimeUnit.SECONDS.toNanos(1) / this.totalNanos;
		}

		String format() {
			return this.written + " " + this.callersNanos + " " + this.totalNanos;
		}

		static Run parse(String text) {
			String[] parts = text.strip().split(" ", 3);
			return new Run(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
		}

	}

}
