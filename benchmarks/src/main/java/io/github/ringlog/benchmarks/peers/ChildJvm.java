package io.github.ringlog.benchmarks.peers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.ringlog.benchmarks.peers.load.Load;
import org.jspecify.annotations.Nullable;

/**
 * Runs a load in a JVM of its own, with a directory of its own that is removed after it.
 */
final class ChildJvm {

	private static final int TAIL = 1_500;

	private final ClassPaths classPaths;

	private final Path work;

	private final List<String> flags;

	/** Written by the driver, read by a shutdown hook: what runs does not outlive it. */
	private volatile @Nullable Process running;

	ChildJvm(ClassPaths classPaths, Path work, List<String> flags) {
		this.classPaths = classPaths;
		this.work = work;
		this.flags = flags;
		Runtime.getRuntime().addShutdownHook(new Thread(() -> {
			Process process = this.running;
			if (process != null) {
				process.destroyForcibly();
			}
		}));
	}

	/**
	 * Run, and return the rows of the load, JSON.
	 */
	List<String> run(Run run, Duration timeout) throws IOException, InterruptedException {
		Path directory = Files.createTempDirectory(Files.createDirectories(this.work), "run-");
		try {
			if (run.contender().console()) {
				return withConsole(run, directory, timeout);
			}
			Process process = new ProcessBuilder(command(run, directory)).redirectErrorStream(true)
				.redirectOutput(directory.resolve("output.txt").toFile())
				.start();
			await(process, timeout, directory);
			return Files.readAllLines(directory.resolve("results.txt"));
		}
		finally {
			delete(directory);
		}
	}

	/**
	 * Run with standard output in a pipe, and count what comes out of it.
	 */
	private List<String> withConsole(Run run, Path directory, Duration timeout)
			throws IOException, InterruptedException {
		List<Process> pipeline = ProcessBuilder.startPipeline(List.of(
				new ProcessBuilder(command(run, directory)).redirectError(directory.resolve("output.txt").toFile()),
				// Not Java: it shares the processors with what is measured.
				new ProcessBuilder("wc", "-l")));
		await(pipeline.get(0), timeout, directory);
		String lines = new String(pipeline.get(1).getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
		List<String> rows = new ArrayList<>(Files.readAllLines(directory.resolve("results.txt")));
		rows.add("{\"kind\":\"console\",\"lines\":" + lines + "}");
		return rows;
	}

	private void await(Process process, Duration timeout, Path directory) throws IOException, InterruptedException {
		this.running = process;
		try {
			if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
				throw new IllegalStateException("It did not end within " + timeout + ": " + tail(directory));
			}
			if (process.exitValue() != 0) {
				throw new IllegalStateException("It ended with " + process.exitValue() + ": " + tail(directory));
			}
		}
		finally {
			process.destroyForcibly().waitFor();
		}
	}

	private static String tail(Path directory) throws IOException {
		String output = Files.readString(directory.resolve("output.txt"));
		return output.substring(Math.max(0, output.length() - TAIL));
	}

	List<String> command(Run run, Path directory) {
		Contender contender = run.contender();
		Path file = directory.resolve("app.log");
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
		command.addAll(this.flags);
		properties(run, file).forEach((name, value) -> command.add("-D" + name + "=" + value));
		command.addAll(contender.flags());
		command.addAll(run.flags());
		command.addAll(List.of("-cp", this.classPaths.of(contender), Load.class.getName(),
				"backend=" + contender.backend(), "logback=" + contender.classPath().contains("logback"),
				"file=" + file, "results=" + directory.resolve("results.txt")));
		run.options().forEach((name, value) -> command.add(name + "=" + value));
		return command;
	}

	private static Map<String, String> properties(Run run, Path file) {
		Map<String, String> properties = new TreeMap<>();
		properties.put("peers.file", file.toString());
		properties.put("peers.queue", String.valueOf(run.contender().queue()));
		properties.put("peers.discard", run.contender().lossless() ? "0" : "-1");
		properties.put("peers.timeout", run.contender().lossless() ? "-1" : "0");
		properties.put("peers.flush", String.valueOf(run.contender().flush()));
		properties.put("peers.location", run.options().getOrDefault("location", "false"));
		properties.put("peers.pattern", run.options().getOrDefault("pattern", Run.PATTERN));
		String configuration = "peers/" + run.contender().configuration() + ".xml";
		boolean packaged = run.contender().packaged();
		switch (run.contender().backend()) {
			case "log4j" -> properties.put("log4j2.configurationFile", "classpath:" + configuration);
			case "logback" -> properties.put("logback.configurationFile", configuration);
			case "spring" -> {
				properties.put(packaged ? "logging.file.name" : "logging.config",
						packaged ? file.toString() : "classpath:" + configuration);
				properties.put("logging.charset.file", "UTF-8");
				properties.put("logging.charset.console", "UTF-8");
				properties.put("spring.main.banner-mode", "off");
				properties.put("spring.main.log-startup-info", "false");
				properties.put("logging.log4j2.rollingpolicy.max-file-size", "1TB");
				properties.put("logging.logback.rollingpolicy.max-file-size", "1TB");
				// It tells how it logs, which would be one more line.
				properties.put("logging.level.io.github.ringlog", "warn");
				// Its findings are lines, too.
				properties.put("ringlog.location.validation", "off");
			}
			default -> {
			}
		}
		return properties;
	}

	private static void delete(Path directory) throws IOException {
		try (Stream<Path> files = Files.list(directory)) {
			for (Path file : files.toList()) {
				Files.delete(file);
			}
		}
		Files.delete(directory);
	}

}
