package io.github.ringlog.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

import io.github.ringlog.benchmarks.peers.report.Report;
import tools.jackson.databind.JsonNode;

/**
 * Runs the benchmarks against other logging libraries and writes the report.
 * {@code benchmarks/peers/run.sh} starts it, and its README tells the options.
 */
public final class Peers {

	private static final Duration LONGEST_START = Duration.ofSeconds(60);

	private final Settings settings;

	private final Scenarios scenarios;

	private final ClassPaths classPaths;

	private final ChildJvm jvm;

	private final Instant deadline;

	private int failures;

	private Peers(Settings settings) {
		this.settings = settings;
		this.scenarios = new Scenarios(settings.profile());
		this.classPaths = new ClassPaths(settings.target());
		this.jvm = new ChildJvm(this.classPaths, settings.work(), settings.profile().flags());
		this.deadline = Instant.now().plus(Duration.ofMinutes(settings.minutes()));
	}

	/**
	 * Run.
	 * @param arguments the profile, the scenarios and the options
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
	 * Run, write the report, and return how many runs have failed.
	 */
	static int execute(String... arguments) throws IOException, InterruptedException {
		Settings settings = Settings.parse(arguments);
		int failures = settings.reportOnly() ? 0 : new Peers(settings).run(String.join(" ", arguments));
		Report.write(settings.out());
		System.out.println("The report is in " + settings.out());
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
				if (Instant.now().isAfter(this.deadline)) {
					System.out.println("The time is over; the same command goes on from here");
					return;
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
		line.put("started", Instant.now().toString());
		try {
			Run prepared = run.option("load").equals("paced") ? run.option("capacity", capacity(run)) : run;
			List<String> command = this.jvm.command(prepared, Path.of("run"));
			line.put("command", String.join(" ", command).replaceAll("-cp \\S+", "-cp ..."));
			List<JsonNode> rows = this.jvm.run(prepared, timeout(prepared)).stream().map(RawResults::parse).toList();
			line.put("rows", rows);
		}
		catch (RunFailedException ex) {
			this.failures++;
			line.put("error", String.valueOf(ex.getMessage()));
			System.out.println(run.key(round) + ": " + ex.getMessage());
		}
		results.add(line);
		System.out.println(Instant.now() + " " + run.key(round) + (line.containsKey("error") ? " FAILED" : ""));
	}

	/**
	 * Return how many events a second a stack writes: what a flood of as many threads has
	 * shown, or else shows now.
	 */
	private double capacity(Run run) throws IOException, InterruptedException, RunFailedException {
		List<JsonNode> rows = new ArrayList<>();
		for (JsonNode line : RawResults.read(this.settings.out().resolve("flood.json"))) {
			if (line.path("contender").asString("").equals(run.contender().id())
					&& line.path("parameters").path("threads").asString("").equals(run.option("threads"))) {
				line.path("rows").forEach(rows::add);
			}
		}
		if (rows.isEmpty()) {
			Run flood = Run.of("capacity", run.contender().id(), "flood")
				.with("threads", run.option("threads"))
				.sized(this.settings.profile())
				.option("seconds", 0)
				.option("rounds", 3);
			this.jvm.run(flood, timeout(flood)).stream().map(RawResults::parse).forEach(rows::add);
		}
		double[] rates = rows.stream()
			.mapToDouble((row) -> row.path("written").asDouble() * 1e9 / row.path("nanos").asDouble())
			.sorted()
			.toArray();
		return OptionalDouble.of(rates[rates.length / 2]).getAsDouble();
	}

	/**
	 * Return after how long a run is given up: a stack that is ten times slower than any
	 * still ends.
	 */
	private Duration timeout(Run run) {
		Profile profile = this.settings.profile();
		double measured = 3 * (profile.seconds() + profile.warmUpSeconds() + 4 * profile.pacedSeconds()
				+ 4 * profile.stallSeconds() + profile.idleSeconds());
		double events = profile.events() / 50_000.0 + profile.calls() / 10_000.0;
		return LONGEST_START.plusMillis((long) (1_000 * (measured + events)));
	}

}
