package io.github.ringlog.benchmarks.peers.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The page of how the cost grows, and of what follows for machines with more cores.
 */
final class ScalingPage {

	private static final String DASH = "Events a second. A dash: it lost an event in some round, or was not run.";

	private static final List<Integer> CORES = List.of(1, 2, 4, 8, 16, 32, 64);

	private ScalingPage() {
	}

	static void write(Raw raw) throws IOException {
		List<Sample> samples = raw.samples("scaling");
		Map<String, List<Group>> floods = Group.by(raw.samples("flood"),
				(sample) -> sample.parameters().get("threads"));
		if (samples.isEmpty()) {
			return;
		}
		Page page = new Page("scaling", "Scaling", "Cost over threads, sizes of the ring and cores");
		Map<String, List<Group>> costs = by(samples, "threads");
		page.section("Cost of an event over threads");
		page.say(
				"CPU of the calling threads and of the writer (all other threads but those of the JVM), ns an event, while no queue is full.");
		costs(page, costs);
		if (!floods.isEmpty()) {
			page.section("Floods over threads");
			page.say(DASH);
			curves(page, "floods", "threads", "events/s", floods,
					(group) -> group.lossy() ? nothing() : group.eventsPerSecond());
		}
		page.section("Floods over sizes of the ring");
		page.say(DASH);
		curves(page, "floods of 4 threads", "slots of the ring", "events/s", by(samples, "ring"),
				(group) -> group.lossy() ? nothing() : group.eventsPerSecond());
		page.section("Cost over sizes of the message");
		page.say("See [shapes](shapes.md) for the rows named size.");
		prediction(page, costs);
		page.environment(raw.lines("scaling"));
		page.write(raw.directory());
	}

	private static Map<String, List<Group>> by(List<Sample> samples, String name) {
		return Group.by(samples.stream().filter((sample) -> sample.parameters().containsKey(name)).toList(),
				(sample) -> sample.parameters().get(name));
	}

	private static void costs(Page page, Map<String, List<Group>> costs) {
		List<List<String>> rows = new ArrayList<>();
		for (String threads : Group.numbers(costs)) {
			for (Group group : costs.getOrDefault(threads, List.of())) {
				rows.add(List.of(Stat.threads(threads) + ", " + group.label(), caller(group).range(),
						others(group).range(), ShapesPage.callNanos(group).range()));
			}
		}
		page.table(List.of("threads and stack", "CPU of callers", "CPU of the writer", "time of a call"), rows);
	}

	static Stat caller(Group group) {
		return group.stat("batch", (row) -> row.path("caller-cpu").asDouble() / row.path("events").asDouble());
	}

	static Stat others(Group group) {
		return group.stat("batch", (row) -> row.path("others-cpu").asDouble() / row.path("events").asDouble());
	}

	private static void curves(Page page, String title, String xLabel, String yLabel, Map<String, List<Group>> groups,
			Function<Group, Stat> figure) {
		List<String> values = Group.numbers(groups);
		Map<String, Boolean> labels = new LinkedHashMap<>();
		groups.values()
			.forEach((list) -> list
				.forEach((group) -> labels.merge(group.label(), group.plotted(), Boolean::logicalOr)));
		List<List<String>> rows = new ArrayList<>();
		List<Svg.Line> lines = new ArrayList<>();
		for (String label : labels.keySet()) {
			List<Double> heights = new ArrayList<>();
			List<String> row = new ArrayList<>(List.of(label));
			for (String value : values) {
				Stat stat = groups.getOrDefault(value, List.of())
					.stream()
					.filter((group) -> group.label().equals(label))
					.map(figure)
					.findFirst()
					.orElse(nothing());
				heights.add(stat.median());
				row.add(stat.toString());
			}
			rows.add(row);
			if (labels.getOrDefault(label, false)) {
				lines.add(new Svg.Line(label, label.startsWith("Ringlog"), false, heights));
			}
		}
		List<String> columns = new ArrayList<>(List.of(xLabel));
		columns.addAll(values);
		page.table(columns, rows);
		page.svg().lines(title, xLabel, yLabel, values, lines);
	}

	private static void prediction(Page page, Map<String, List<Group>> costs) {
		List<Group> four = costs.getOrDefault("4", costs.values().iterator().next());
		double caller = caller(Group.find(four, Group.OWN)).median();
		double writer = others(Group.find(four, Group.OWN)).median();
		double floor = costs.values()
			.stream()
			.flatMap(List::stream)
			.filter((group) -> group.contender().equals("floor"))
			.mapToDouble((group) -> caller(group).median())
			.findFirst()
			.orElse(Double.NaN);
		page.section("Prediction for more cores");
		page.say("**This is computed, not measured.**");
		page.say("Callers take %s ns of CPU for an event and the writer %s, as measured above, on cores of their own."
			.formatted(Stat.number(caller), Stat.number(writer)));
		page.say(
				"The rate is what the writer takes, `1 / writer`, or what all cores take, `cores / (caller + writer)`.");
		page.say(
				"If callers encoded, the writer would take what the floor takes to copy a line, %s ns, and callers the rest."
					.formatted(Stat.number(floor)));
		page.say("Caches, memory and the disk would slow both down, so read these as limits.");
		List<Double> today = CORES.stream().map((cores) -> rate(cores, caller, writer)).toList();
		List<Double> encoded = CORES.stream().map((cores) -> rate(cores, caller + writer - floor, floor)).toList();
		List<String> columns = new ArrayList<>(List.of("cores"));
		CORES.forEach((cores) -> columns.add(cores.toString()));
		page.table(columns,
				List.of(row("events/s, the writer encodes", today), row("events/s, callers encode", encoded)));
		page.svg()
			.lines("prediction, not measured", "cores", "events/s", columns.subList(1, columns.size()),
					List.of(new Svg.Line("the writer encodes", true, true, today),
							new Svg.Line("callers encode", false, true, encoded)));
	}

	private static double rate(int cores, double caller, double writer) {
		return 1e9 * Math.min(1 / writer, cores / (caller + writer));
	}

	private static List<String> row(String label, List<Double> values) {
		List<String> row = new ArrayList<>(List.of(label));
		values.forEach((value) -> row.add(Stat.number(value)));
		return row;
	}

	private static Stat nothing() {
		return Stat.of(new double[0]);
	}

}
