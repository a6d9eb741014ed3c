package io.github.ringlog.benchmarks.peers.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import tools.jackson.databind.JsonNode;

/**
 * The page of the time that calls take: in bursts, and by a schedule.
 */
final class LatencyPage {

	private static final List<String> FIGURES = List.of("p50", "p90", "p99", "p999", "p9999", "max");

	private static final List<String> NAMES = List.of("p50", "p90", "p99", "p99.9", "p99.99", "max");

	static final List<String> LOADS = List.of("1", "10", "50");

	private LatencyPage() {
	}

	static void write(Raw raw) throws IOException {
		List<Group> bursts = Group.by(raw.samples("bursts"), (sample) -> "").getOrDefault("", List.of());
		Map<String, List<Group>> paced = Group.by(raw.samples("latency"),
				(sample) -> sample.parameters().get("threads"));
		if (bursts.isEmpty() && paced.isEmpty()) {
			return;
		}
		Page page = new Page("latency", "Latency of calls", "Percentiles of the time of a call");
		if (!bursts.isEmpty()) {
			page.section("Bursts");
			page.say(
					"Four threads make ten calls, and pause for 0.85 ms. Nanoseconds a call; CPU is that of all calls.");
			panel(page, "bursts of ten calls, 4 threads", bursts, Sample.kind("bursts"));
		}
		if (!paced.isEmpty()) {
			page.section("By a schedule");
			page.say("Each stack at a share of its own capacity, so at another rate than the others.");
			page.say("A call that is late because the one before took long has waited since it was due.");
		}
		for (String threads : Group.numbers(paced)) {
			for (String load : LOADS) {
				page.say("\n### " + Stat.threads(threads) + ", " + load + " % of the capacity");
				panel(page, Stat.threads(threads) + ", " + load + " % of each stack's capacity",
						paced.getOrDefault(threads, List.of()), load(load));
			}
		}
		page.environment(raw.lines("bursts", "latency"));
		page.write(raw.directory());
	}

	private static Predicate<JsonNode> load(String percent) {
		return Sample.kind("paced").and((row) -> row.path("percent").asString("").equals(percent));
	}

	private static void panel(Page page, String title, List<Group> groups, Predicate<JsonNode> kind) {
		List<String> columns = new ArrayList<>(List.of("stack"));
		columns.addAll(NAMES);
		columns.addAll(List.of("CPU ms", "events/s", "lost", "rounds"));
		List<List<String>> rows = new ArrayList<>();
		for (Group group : groups) {
			List<String> row = new ArrayList<>(List.of(group.label()));
			FIGURES.forEach((figure) -> row.add(figure(group, kind, figure).toString()));
			row.add(group.stat(kind, (line) -> line.path("cpu").asDouble() / 1e6).toString());
			row.add(rate(group, kind).toString());
			row.add(group.lostText());
			row.add(String.valueOf(group.samples().size()));
			rows.add(row);
		}
		page.table(columns, rows);
		page.svg()
			.lines(title, "percentile of the calls", "ns a call", NAMES,
					groups.stream()
						.filter(Group::plotted)
						.map((group) -> new Svg.Line(group.label(), group.own(), false,
								FIGURES.stream().map((figure) -> figure(group, kind, figure).median()).toList()))
						.toList());
	}

	static Stat figure(Group group, String load, String figure) {
		return figure(group, load(load), figure);
	}

	static Stat rate(Group group, String load) {
		return rate(group, load(load));
	}

	private static Stat rate(Group group, Predicate<JsonNode> kind) {
		return group.stat(kind, (line) -> line.path("events").asDouble() * 1e9 / line.path("nanos").asDouble());
	}

	private static Stat figure(Group group, Predicate<JsonNode> kind, String figure) {
		return group.stat(kind, (row) -> row.path(figure).asDouble());
	}

}
