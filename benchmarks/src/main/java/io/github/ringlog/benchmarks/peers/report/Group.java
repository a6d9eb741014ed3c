package io.github.ringlog.benchmarks.peers.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

import tools.jackson.databind.JsonNode;

/**
 * The rounds of one contender with the same parameters.
 *
 * @param contender the id of the contender
 * @param label its name
 * @param samples what was measured in each round
 */
record Group(String contender, String label, List<Sample> samples) {

	static final String OWN = "ringlog";

	private static final List<String> PLOTTED = List.of(OWN, "ringlog-batched", "log4j-async-servlet",
			"log4j-async-tuned-disruptor3", "log4j-async-appender", "log4j-sync", "logback-sync",
			"logback-async-lossless", "logstash-disruptor");

	/**
	 * Group samples by a parameter, and then by contender.
	 */
	static Map<String, List<Group>> by(List<Sample> samples, Function<Sample, String> parameter) {
		Map<String, Map<String, Group>> groups = new LinkedHashMap<>();
		for (Sample sample : samples) {
			groups.computeIfAbsent(parameter.apply(sample), (value) -> new LinkedHashMap<>())
				.computeIfAbsent(sample.contender(), (id) -> new Group(id, sample.label(), new ArrayList<>()))
				.samples()
				.add(sample);
		}
		Map<String, List<Group>> lists = new LinkedHashMap<>();
		groups.forEach((value, byContender) -> lists.put(value, List.copyOf(byContender.values())));
		return lists;
	}

	/**
	 * Return the values of a parameter that are numbers, in their order.
	 */
	static List<String> numbers(Map<String, List<Group>> groups) {
		return groups.keySet().stream().sorted((a, b) -> Long.compare(Long.parseLong(a), Long.parseLong(b))).toList();
	}

	Stat stat(String kind, ToDoubleFunction<JsonNode> figure) {
		return stat(Sample.kind(kind), figure);
	}

	Stat stat(Predicate<JsonNode> kind, ToDoubleFunction<JsonNode> figure) {
		return Stat.of(this.samples.stream().mapToDouble((sample) -> sample.median(kind, figure)).toArray());
	}

	/**
	 * Return a figure of the rows as it is.
	 */
	Stat stat(String kind, String name, double unit) {
		return stat(kind, (row) -> row.path(name).asDouble() / unit);
	}

	Stat eventsPerSecond() {
		return stat("flood", Group::rate);
	}

	/**
	 * Return the events a second of the floods while the processors shared no cache.
	 */
	Stat eventsPerSecondFarApart() {
		return Stat.of(this.samples.stream()
			.flatMap((sample) -> sample.rows().stream())
			.filter(Sample.kind("flood").and((row) -> !Sample.near(row)))
			.mapToDouble(Group::rate)
			.toArray());
	}

	private static double rate(JsonNode row) {
		return row.path("written").asDouble() * 1e9 / row.path("nanos").asDouble();
	}

	/**
	 * Return how many times the events of another one are written in the same time.
	 */
	double rateBeside(Group other) {
		return eventsPerSecond().median() / other.eventsPerSecond().median();
	}

	/**
	 * Return a figure of bursts.
	 */
	double burst(String figure) {
		return stat("bursts", figure, 1).median();
	}

	/**
	 * Return the milliseconds of CPU for a million of events that were written.
	 */
	Stat cpuPerMillion(String kind) {
		return stat(kind, (row) -> row.path("cpu").asDouble() / row.path("written").asDouble());
	}

	long lost() {
		return this.samples.stream().mapToLong(Sample::lost).sum();
	}

	boolean lossy() {
		return lost() != 0;
	}

	String lostText() {
		double share = Stat.of(this.samples.stream().mapToDouble(Sample::lostShare).toArray()).median();
		return lossy() ? "**%s** (%s %%)".formatted(Stat.number(lost()), Stat.number(100 * share)) : "0";
	}

	/**
	 * Return whether it is in plots of lines, too: one of all could not be read. Which
	 * loses events is in none.
	 */
	boolean plotted() {
		return PLOTTED.contains(this.contender) && !lossy();
	}

	/**
	 * Return whether it is another library's asynchronous logging.
	 */
	boolean asynchronousPeer() {
		return !own() && (this.contender.contains("async") || this.contender.contains("disruptor"));
	}

	boolean own() {
		return this.contender.startsWith(OWN);
	}

	static Group find(List<Group> groups, String contender) {
		return groups.stream()
			.filter((group) -> group.contender().equals(contender))
			.findFirst()
			.orElse(new Group(contender, contender, List.of()));
	}

}
