package io.github.ringlog.benchmarks.cost;

import java.util.Arrays;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.benchmarks.QuietLogger;
import io.github.ringlog.engine.RingStatistics;
import io.github.ringlog.metrics.RingMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.slf4j.Logger;

/**
 * Measures the cost of meters for a log call, in one JVM that has them and has them not
 * in turn: two JVMs differ more from each other than the meters could cost. The meters
 * are read each 100 ms, many times as often as a monitoring system does.
 */
public final class MeterOverhead {

	private static final int ROUNDS = 60;

	private static final int CALLS = 2_000_000;

	private MeterOverhead() {
	}

	/**
	 * Run.
	 * @param arguments the number of rounds and of calls in each, if not the default ones
	 */
	public static void main(String[] arguments) {
		int rounds = (arguments.length > 0) ? Integer.parseInt(arguments[0]) : ROUNDS;
		int calls = (arguments.length > 1) ? Integer.parseInt(arguments[1]) : CALLS;
		QuietLogger quiet = QuietLogger.start();
		double[] without = new double[rounds];
		double[] with = new double[rounds];
		for (int i = -5; i < rounds; i++) {
			double first = time(quiet.logger(), calls);
			double second = observed(quiet.statistics(), quiet.logger(), calls);
			if (i >= 0) {
				without[i] = first;
				with[i] = second;
			}
		}
		double[] ratios = new double[rounds];
		Arrays.setAll(ratios, (i) -> with[i] / without[i]);
		System.out.printf(
				"ns a call: %.1f without meters, %.1f with; ratio of neighbours %.3f (%.3f to %.3f); medians and"
						+ " quartiles of %d%n",
				quantile(without, 2), quantile(with, 2), quantile(ratios, 2), quantile(ratios, 1), quantile(ratios, 3),
				rounds);
		quiet.close();
	}

	private static double observed(RingStatistics statistics, Logger logger, int calls) {
		MeterRegistry registry = new SimpleMeterRegistry();
		new RingMetrics(statistics).bindTo(registry);
		ScheduledExecutorService scraper = Executors.newSingleThreadScheduledExecutor();
		scraper.scheduleAtFixedRate(
				() -> registry
					.forEachMeter((meter) -> meter.measure().forEach((measurement) -> measurement.getValue())),
				0, 100, TimeUnit.MILLISECONDS);
		try {
			return time(logger, calls);
		}
		finally {
			scraper.shutdownNow();
			registry.close();
		}
	}

	private static double time(Logger logger, int calls) {
		long start = System.nanoTime();
		for (int i = 0; i < calls; i++) {
			logger.info("Order {} was accepted for {}", "4711-0815", "customer@example.org");
		}
		return (double) (System.nanoTime() - start) / calls;
	}

	private static double quantile(double[] values, int quarter) {
		double[] sorted = values.clone();
		Arrays.sort(sorted);
		return sorted[quarter * (sorted.length - 1) / 4];
	}

}
