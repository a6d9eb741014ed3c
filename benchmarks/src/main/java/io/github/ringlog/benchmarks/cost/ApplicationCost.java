package io.github.ringlog.benchmarks.cost;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures what Ringlog costs an application beside the same one with
 * {@code -Dringlog.enabled=false}: both in turn, in JVMs of their own, medians.
 * <p>
 * Run with
 * {@code java -cp benchmarks/target/benchmarks.jar io.github.ringlog.benchmarks.cost.ApplicationCost}.
 */
public final class ApplicationCost {

	private static final int STARTS = 21;

	private static final int IDLE_RUNS = 3;

	private static final int IDLE_SECONDS = 60;

	private static final int EVENTS = 100_000;

	private static final String ON = "-Dringlog.enabled=true";

	// As a system property, so that the selector is Log4j's own from the start.
	private static final String OFF = "-Dringlog.enabled=false";

	private ApplicationCost() {
	}

	/**
	 * Run.
	 * @param args none
	 * @throws IOException if a JVM can't be started
	 */
	public static void main(String[] args) throws IOException {
		compare("Start-up, JVM start to application ready", "ready", 1, "ms", STARTS);
		compare("Heap of a ring that was never used", "heap", 1 << 20, "MiB", 3);
		compare("Heap of a ring whose slots were all used", "heap", 1 << 20, "MiB", 3, "--idle.events=" + EVENTS);
		compare("CPU time while idle for " + IDLE_SECONDS + " s", "cpu", 1000, "ms", IDLE_RUNS,
				"--idle.seconds=" + IDLE_SECONDS);
	}

	private static void compare(String title, String name, double unit, String label, int runs, String... arguments)
			throws IOException {
		double[] on = new double[runs];
		double[] off = new double[runs];
		for (int i = 0; i < runs; i++) {
			on[i] = run(ON, arguments, name) / unit;
			off[i] = run(OFF, arguments, name) / unit;
		}
		System.out.printf("%s: %.2f %s with Ringlog, %.2f %s without, difference %.2f %s (medians of %d)%n", title,
				median(on), label, median(off), label, median(on) - median(off), label, runs);
	}

	private static double run(String enabled, String[] arguments, String name) throws IOException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xms256m", "-Xmx256m",
						"-XX:+UseSerialGC", enabled, "-cp", System.getProperty("java.class.path"),
						IdleApplication.class.getName(), "--logging.threshold.console=off"));
		command.addAll(Arrays.asList(arguments));
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		double value = Double.NaN;
		try (BufferedReader reader = new BufferedReader(
				new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
			String line = reader.readLine();
			while (line != null) {
				if (line.startsWith(name + "=")) {
					value = Double.parseDouble(line.substring(name.length() + 1));
				}
				line = reader.readLine();
			}
		}
		if (Double.isNaN(value)) {
			throw new IllegalStateException("The application has not printed " + name);
		}
		return value;
	}

	private static double median(double[] values) {
		double[] sorted = values.clone();
		Arrays.sort(sorted);
		return sorted[sorted.length / 2];
	}

}
