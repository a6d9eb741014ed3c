package io.github.ringlog.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import tools.jackson.databind.JsonNode;

/**
 * Runs the benchmarks against other logging libraries and writes raw results.
 * {@code benchmarks/run.sh} starts it, and the README beside it tells the options.
 */
public final class Peers {

	private static final Duration LONGEST_START = Duration.ofSeconds(60);

	private final Settings settings;

	private final Scenarios scenarios;

	private final ClassPaths classPaths;

	private final ChildJvm jvm;

	private int failures;

	private Peers(Settings settings) {
		this.settings = settings;
		this.scenarios = new Scenarios(settings.profile(), settings.contenders());
		this.classPaths = new ClassPaths(settings.target());
		this.jvm = new ChildJvm(this.classPaths, settings.work(), settings.profile().flags());
	}

	/**
	 * Run.
	 * @param arguments the scenarios and the options
	 * @throws IOException if results can't be written
	 * @throws InterruptedException if the driver is interrupted
	 */
	public static void main(String[] arguments) throws IOException, InterruptedException {
		int failures = execute(arguments);
		if (failures > 0) {
			System.out.println(failures + " runs failed; the same command runs them again");
			System.exit(1);
		}
	}

	/**
	 * Run, and return how many runs have failed.
	 */
	static int execute(String... arguments) throws IOException, InterruptedException {
		Settings settings = Settings.parse(arguments);
		int failures = new Peers(settings).run(String.join(" ", arguments));
		System.out.println("The raw results are in " + settings.out());
		return failures;
	}

	private int run(String arguments) throws IOException, InterruptedException {
		for (String scenario : this.settings.scenarios()) {
			if (this.settings.fresh()) {
				Files.deleteIfExists(this.settings.out().resolve(scenario + ".json"));
			}
			run(scenario, arguments);
		}
		return this.failures;
	}

	private void run(String scenario, String arguments) throws IOException, InterruptedException {
		List<Run> runs = this.scenarios.of(scenario).stream().filter(this.settings::takes).toList();
		RawResults results = new RawResults(this.settings.out(), scenario);
		int rounds = this.settings.profile().rounds();
		System.out.println("%s: %d runs in each of %d rounds".formatted(scenario, runs.size(), rounds));
		boolean described = false;
		for (int round = 1; round <= rounds; round++) {
			for (int i = 0; i < runs.size(); i++) {
				// Each round begins with another one, so that none always follows the
				// same.
				Run run = runs.get((i + round - 1) % runs.size());
				if (results.has(run.key(round))) {
					continue;
				}
				if (!described) {
					results.add(Environment.describe(this.settings.profile(), this.classPaths, arguments));
					described = true;
				}
				measure(run, round, results);
			}
		}
	}

	private void measure(Run run, int round, RawResults results) throws IOException, InterruptedException {
		Map<String, Object> line = new LinkedHashMap<>();
		line.put("kind", "run");
		line.put("key", run.key(round));
		line.put("scenario", run.scenario());
		line.put("contender", run.contender().id());
		line.put("label", run.contender().label());
		line.put("parameters", run.parameters());
		line.put("round", round);
		line.put("queue", run.contender().queue());
		line.put("lossless", run.contender().lossless());
		line.put("started", Instant.now().toString());
		long tripBefore = RoundTrip.nanos();
		try {
			List<String> command = this.jvm.command(run, Path.of("run"));
			line.put("command", String.join(" ", command).replaceAll("-cp \\S+", "-cp ..."));
			List<JsonNode> rows = this.jvm.run(run, timeout()).stream().map(RawResults::parse).toList();
			line.put("rows", rows);
		}
		catch (IllegalStateException ex) {
			this.failures++;
			line.put("error", String.valueOf(ex.getMessage()));
			System.out.println(run.key(round) + ": " + ex.getMessage());
		}
		line.put("round-trip", List.of(tripBefore, RoundTrip.nanos()));
		results.add(line);
		System.out.println(Instant.now() + " " + run.key(round) + (line.containsKey("error") ? " FAILED" : ""));
	}

	/**
	 * Return after how long a run is given up: a stack that is ten times slower than any
	 * still ends.
	 */
	private Duration timeout() {
		Profile profile = this.settings.profile();
		double measured = 3 * (profile.seconds() + profile.warmUpSeconds() + 20 * profile.pacedSeconds()
				+ 2 * profile.idleSeconds());
		double events = profile.events() / 20_000.0 + profile.calls() / 10_000.0;
		return LONGEST_START.plusMillis((long) (1_000 * (measured + events)));
	}

}
