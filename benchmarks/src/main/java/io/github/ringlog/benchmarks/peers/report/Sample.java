package io.github.ringlog.benchmarks.peers.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.StreamSupport;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The measurements of one JVM.
 *
 * @param contender the id of the contender
 * @param label its name
 * @param parameters the parameters of the run
 * @param rows the rows of the load
 */
record Sample(String contender, String label, Map<String, String> parameters, List<JsonNode> rows) {

	/** On a machine that has fewer of them, its processors never share a cache. */
	private static final double LEAST_SHARE = 0.5;

	static Sample of(JsonNode line) {
		Map<String, String> parameters = new TreeMap<>();
		line.path("parameters").forEachEntry((name, value) -> parameters.put(name, value.asString()));
		List<JsonNode> rows = new ArrayList<>();
		line.path("rows").forEach(rows::add);
		return new Sample(line.path("contender").asString(), line.path("label").asString(), parameters, rows);
	}

	/**
	 * Return the median of the rows of a kind that were measured while the processors
	 * shared a cache. A JVM may have none.
	 */
	double median(Predicate<JsonNode> kind, ToDoubleFunction<JsonNode> figure) {
		return Stat.of(this.rows.stream().filter(kind).filter(Sample::near).mapToDouble(figure).toArray()).median();
	}

	/**
	 * Return whether the processors shared a cache, as far as that was measured.
	 */
	static boolean near(JsonNode row) {
		return row.path("near").asInt(1) == 1;
	}

	/**
	 * Return how many events were logged and are in no file.
	 */
	long lost() {
		long attempted = this.rows.stream()
			.filter(Sample::counts)
			.mapToLong((row) -> row.path("events").asLong())
			.sum();
		long lost = attempted
				- this.rows.stream().filter(Sample::counts).mapToLong((row) -> row.path("written").asLong()).sum();
		long console = sum("console", "lines");
		// The probes of the start are lines, too.
		long missing = (console > 0)
				? 3 + this.rows.stream().mapToLong((row) -> row.path("attempted").asLong(0)).max().orElse(0) - console
				: 0;
		long read = sum("reader", "lines");
		return Math.max(lost, missing) + ((read > 0) ? sum("stall", "events") - read : 0);
	}

	double lostShare() {
		long events = this.rows.stream().mapToLong((row) -> row.path("events").asLong(0)).sum();
		return (events > 0) ? (double) lost() / events : 0;
	}

	private long sum(String kind, String name) {
		return this.rows.stream().filter(kind(kind)).mapToLong((row) -> row.path(name).asLong(0)).sum();
	}

	private static boolean counts(JsonNode row) {
		return row.has("events") && row.has("written");
	}

	static Predicate<JsonNode> kind(String kind) {
		return (row) -> row.path("kind").asString("").equals(kind);
	}

	static List<Sample> all(Iterable<JsonNode> lines) {
		Map<String, JsonNode> runs = new LinkedHashMap<>();
		// What failed and was run again counts as it came out in the end.
		StreamSupport.stream(lines.spliterator(), false)
			.filter(kind("run").and((line) -> !line.has("error")))
			.forEach((line) -> runs.put(line.path("key").asString(), line));
		List<Sample> samples = runs.values().stream().map(Sample::of).toList();
		if (share(samples) < LEAST_SHARE) {
			samples.forEach((sample) -> sample.rows().forEach((row) -> ((ObjectNode) row).remove("near")));
		}
		return samples;
	}

	/**
	 * Return how many of the rows that tell of it have processors that shared a cache.
	 */
	private static double share(List<Sample> samples) {
		return samples.stream()
			.flatMap((sample) -> sample.rows().stream())
			.filter((row) -> row.has("near"))
			.mapToInt((row) -> row.path("near").asInt())
			.average()
			.orElse(1);
	}

}
