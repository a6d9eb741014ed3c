package io.github.ringlog.benchmarks.location;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs {@link LocationBenchmark} with 1, 4, 8 and 16 threads, platform and virtual ones,
 * and prints a table. Options of JMH narrow it down.
 */
public final class LocationBenchmarks {

	private static final List<Integer> THREADS = List.of(1, 4, 8, 16);

	private LocationBenchmarks() {
	}

	public static void main(String[] arguments) throws RunnerException, CommandLineOptionException {
		CommandLineOptions options = new CommandLineOptions(arguments);
		List<Integer> numbers = options.getThreads().hasValue() ? List.of(options.getThreads().get()) : THREADS;
		Map<String, String> table = new TreeMap<>();
		for (int threads : numbers) {
			run(options, threads, false, table);
			if (VirtualThreads.areThere()) {
				run(options, threads, true, table);
			}
		}
		System.out.println();
		System.out.println("| calls | frames | threads | | stack | location | ns/call |");
		System.out.println("|---|---|---|---|---|---|---|");
		table.values().forEach(System.out::println);
	}

	private static void run(CommandLineOptions options, int threads, boolean virtual, Map<String, String> table)
			throws RunnerException {
		ChainedOptionsBuilder builder = new OptionsBuilder().parent(options).threads(threads);
		if (options.getIncludes().isEmpty()) {
			builder.include("\\." + LocationBenchmark.class.getSimpleName() + "\\.");
		}
		String[] heap = { "-Xms2g", "-Xmx2g" };
		builder.jvmArgsAppend(virtual ? concat(heap, VirtualThreads.jvmArguments(threads)) : heap);
		Collection<RunResult> results = new Runner(builder.build()).run();
		for (RunResult result : results) {
			BenchmarkParams params = result.getParams();
			String calls = params.getBenchmark().substring(params.getBenchmark().lastIndexOf('.') + 1);
			String kind = virtual ? "virtual" : "platform";
			String row = "| %s | %s | %d | %s | `%s` | %s | %.0f ± %.0f |".formatted(calls, params.getParam("frames"),
					threads, kind, params.getParam("stack"), params.getParam("location"),
					result.getPrimaryResult().getScore(), result.getPrimaryResult().getScoreError());
			table.put("%s %s %02d %s %s %s".formatted(calls, params.getParam("frames"), threads, kind,
					params.getParam("stack"), params.getParam("location")), row);
		}
	}

	private static String[] concat(String[] first, String[] second) {
		String[] all = new String[first.length + second.length];
		System.arraycopy(first, 0, all, 0, first.length);
		System.arraycopy(second, 0, all, first.length, second.length);
		return all;
	}

}
