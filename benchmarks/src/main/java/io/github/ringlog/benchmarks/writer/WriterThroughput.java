package io.github.ringlog.benchmarks.writer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Measures how many events a second the writer takes: with Spring Boot's packaged
 * configuration and with Ringlog's; with one or both appenders isolated; and with a
 * pattern, Spring Boot's structured formats and Log4j's template. Each in a JVM of its
 * own, in turns; {@code wc} reads what they print, for it takes little from the
 * processors, and counts the lines.
 * <p>
 * Run with
 * {@code java -cp benchmarks/target/benchmarks.jar io.github.ringlog.benchmarks.writer.WriterThroughput}.
 */
public final class WriterThroughput {

	private static final int ROUNDS = 5;

	private static final int EVENTS = 1_000_000;

	private static final String OWN = "--ringlog.appenders.enabled=true";

	private static final String SPRING_BOOT = "--ringlog.appenders.enabled=false";

	private static final String BATCHED = "--logging.config=classpath:benchmark-batched.xml";

	private static final String NO_CONSOLE = "--logging.threshold.console=off";

	private WriterThroughput() {
	}

	/**
	 * Run.
	 * @param args the number of rounds and the number of events, if not the default ones,
	 * and a part of the titles of what is to be compared, if not all
	 */
	public static void main(String[] args) throws IOException {
		int rounds = (args.length > 0) ? Integer.parseInt(args[0]) : ROUNDS;
		int events = (args.length > 1) ? Integer.parseInt(args[1]) : EVENTS;
		String only = (args.length > 2) ? args[2] : "";
		System.out.printf("%d events, %d rounds, medians%n", events, rounds);
		compare(only, "console and file", rounds, events, true, others(), List.of(OWN));
		compare(only, "console and file, isolated", rounds, events, true, isolated(), List.of(OWN));
		compare(only, "file", rounds, events, true, others(NO_CONSOLE), List.of(OWN, NO_CONSOLE));
		compare(only, "console", rounds, events, false, Map.of("Spring Boot", List.of(SPRING_BOOT)), List.of(OWN));
		Map<String, List<String>> formats = new LinkedHashMap<>();
		for (String format : List.of("ecs", "logstash", "gelf")) {
			formats.put(format, List.of(OWN, NO_CONSOLE, "--logging.structured.format.file=" + format,
					"--spring.application.name=shop"));
		}
		formats.put("template ecs",
				List.of(OWN, NO_CONSOLE, "--logging.log4j2.config.override=classpath:benchmark-template.xml"));
		compare(only, "structured formats, file", rounds, events, true, formats, List.of(OWN, NO_CONSOLE));
	}

	private static Map<String, List<String>> isolated() {
		String console = "--ringlog.isolation.Console.policy=block";
		Map<String, List<String>> stacks = new LinkedHashMap<>();
		stacks.put("console", List.of(OWN, console));
		stacks.put("both", List.of(OWN, console, "--ringlog.isolation.File.policy=block"));
		return stacks;
	}

	/**
	 * Return Spring Boot's packaged configuration, and the step in between: Ringlog's
	 * appenders with Spring Boot's patterns.
	 */
	private static Map<String, List<String>> others(String... arguments) {
		List<String> common = List.of(arguments);
		Map<String, List<String>> stacks = new LinkedHashMap<>();
		stacks.put("Spring Boot", Stream.concat(Stream.of(SPRING_BOOT), common.stream()).toList());
		stacks.put("its patterns", Stream.concat(Stream.of(BATCHED), common.stream()).toList());
		return stacks;
	}

	/**
	 * Run some stacks and the one that they are compared with in turns.
	 */
	private static void compare(String only, String title, int rounds, int events, boolean file,
			Map<String, List<String>> others, List<String> own) throws IOException {
		if (!title.contains(only)) {
			return;
		}
		Map<String, List<String>> stacks = new LinkedHashMap<>();
		stacks.put("Ringlog", own);
		stacks.putAll(others);
		Map<String, List<Run>> runs = new LinkedHashMap<>();
		for (int i = 0; i < rounds; i++) {
			for (Map.Entry<String, List<String>> stack : stacks.entrySet()) {
				runs.computeIfAbsent(stack.getKey(), (key) -> new ArrayList<>())
					.add(run(events, file, stack.getValue()));
			}
		}
		System.out.printf("%n%s%n%12s  %10s  %12s  %16s  %13s  %s%n", title, "", "events/s", "CPU ns/event",
				"of all writers", "bytes/event", "Ringlog's rate beside it, median (lowest to highest round)");
		List<Run> reference = runs.getOrDefault("Ringlog", List.of());
		runs.forEach((stack, list) -> {
			double[] ratios = IntStream.range(0, rounds)
				.mapToDouble((i) -> reference.get(i).rate() / list.get(i).rate())
				.sorted()
				.toArray();
			System.out.printf("%12s  %10.0f  %12.0f  %16.0f  %13.1f  %.2f (%.2f to %.2f)%n", stack,
					median(list.stream().mapToDouble(Run::rate).toArray()),
					median(list.stream().mapToDouble(Run::cpuPerEvent).toArray()),
					median(list.stream().mapToDouble(Run::allCpuPerEvent).toArray()),
					median(list.stream().mapToDouble(Run::bytesPerEvent).toArray()), median(ratios), ratios[0],
					ratios[rounds - 1]);
		});
	}

	private static Run run(int events, boolean file, List<String> arguments) throws IOException {
		Path directory = Files.createTempDirectory("writer");
		Path log = directory.resolve("app.log");
		List<String> command = new ArrayList<>(List.of(
				Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xms512m", "-Xmx512m",
				"-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), WriterApplication.class.getName(),
				String.valueOf(events / 2), String.valueOf(events), "--spring.main.banner-mode=off",
				// Findings are lines, too.
				"--ringlog.location.validation=off"));
		if (file) {
			// So that the lines can be counted, and nothing but the writer is measured.
			command.addAll(List.of("--logging.file.name=" + log, "--logging.log4j2.rollingpolicy.max-file-size=4GB"));
		}
		command.addAll(arguments);
		try {
			List<Process> processes = ProcessBuilder
				.startPipeline(List.of(new ProcessBuilder(command), new ProcessBuilder("wc", "-l")));
			Map<String, Long> result = results(processes.get(0).getErrorStream());
			long console = Long
				.parseLong(new String(processes.get(1).getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim());
			long written = result.getOrDefault("written", -1L);
			check("the console", console, arguments.contains(NO_CONSOLE) ? 0 : written);
			if (file) {
				try (InputStream in = Files.newInputStream(log)) {
					check("the file", lines(in), written);
				}
			}
			return new Run(events, result.getOrDefault("nanos", 0L), result.getOrDefault("cpu", 0L),
					result.getOrDefault("allCpu", 0L), result.getOrDefault("bytes", 0L));
		}
		finally {
			Files.deleteIfExists(log);
			Files.delete(directory);
		}
	}

	private static void check(String name, long lines, long expected) {
		if (lines != expected) {
			throw new IllegalStateException(
					"There are %d lines in %s, and should be %d".formatted(lines, name, expected));
		}
	}

	private static long lines(InputStream in) throws IOException {
		byte[] buffer = new byte[1 << 16];
		long lines = 0;
		int length = in.read(buffer);
		while (length >= 0) {
			for (int i = 0; i < length; i++) {
				if (buffer[i] == '\n') {
					lines++;
				}
			}
			length = in.read(buffer);
		}
		return lines;
	}

	private static Map<String, Long> results(InputStream in) {
		Map<String, Long> results = new HashMap<>();
		try (BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
			String line = reader.readLine();
			while (line != null) {
				int equals = line.indexOf('=');
				if (equals < 0 || !line.substring(equals + 1).matches("\\d+")) {
					throw new IllegalStateException("The application says: " + line);
				}
				results.put(line.substring(0, equals), Long.parseLong(line.substring(equals + 1)));
				line = reader.readLine();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return results;
	}

	private static double median(double[] values) {
		double[] sorted = values.clone();
		Arrays.sort(sorted);
		return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
	}

	private record Run(int events, long nanos, long cpuNanos, long allCpuNanos, long bytes) {

		double rate() {
			return this.events * (double) TimeUnit.SECONDS.toNanos(1) / this.nanos;
		}

		double cpuPerEvent() {
			return (double) this.cpuNanos / this.events;
		}

		double allCpuPerEvent() {
			return (double) this.allCpuNanos / this.events;
		}

		double bytesPerEvent() {
			return (double) this.bytes / this.events;
		}

	}

}
