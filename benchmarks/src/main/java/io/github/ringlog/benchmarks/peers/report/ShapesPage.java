package io.github.ringlog.benchmarks.peers.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The page of what the shape of a call changes: parameters, size, MDC, throwables,
 * threads, API, and the caller's location.
 */
final class ShapesPage {

	private ShapesPage() {
	}

	static void write(Raw raw) throws IOException {
		Map<String, List<Group>> shapes = Group.by(raw.samples("shapes"), (sample) -> sample.parameters().get("shape"));
		Map<String, List<Group>> locations = Group.by(raw.samples("location"),
				(sample) -> sample.parameters().get("threads"));
		if (shapes.isEmpty() && locations.isEmpty()) {
			return;
		}
		Page page = new Page("shapes", "Shapes of calls", "Nanoseconds of a call of each shape");
		if (!shapes.isEmpty()) {
			page.section("Shapes");
			page.say("Four threads. The flood is bound by the writer; a call is timed while no queue is full.");
			shapes.forEach((shape, groups) -> shape(page, shape, groups));
		}
		if (!locations.isEmpty()) {
			page.section("The caller's location");
			page.say(
					"Nanoseconds of a call below 40 frames while no queue is full, without and with the class, method and line.");
			location(page, locations);
		}
		page.environment(raw.lines("shapes", "location"));
		page.write(raw.directory());
	}

	static Stat callNanos(Group group) {
		return group.stat("batch", (row) -> row.path("elapsed").asDouble() / row.path("events").asDouble());
	}

	private static void shape(Page page, String shape, List<Group> groups) {
		page.say("\n### " + shape);
		page.table(List.of("stack", "ns a call", "events/s in a flood", "CPU ms per million events", "lost", "rounds"),
				groups.stream()
					.map((group) -> List.of(group.label(), callNanos(group).range(),
							group.lossy() ? "not ranked" : group.eventsPerSecond().range(),
							group.cpuPerMillion("flood").range(), group.lostText(),
							String.valueOf(group.samples().size())))
					.toList());
		page.svg()
			.bars(shape, "ns a call, 4 threads", groups.stream()
				.map((group) -> new Svg.Bar(group.label(), callNanos(group).median(), group.own(), group.lossy()))
				.toList());
	}

	private static void location(Page page, Map<String, List<Group>> locations) {
		List<List<String>> rows = new ArrayList<>();
		for (String threads : Group.numbers(locations)) {
			List<Svg.Bar> bars = new ArrayList<>();
			for (Group group : locations.getOrDefault(threads, List.of())) {
				Stat without = callNanos(with(group, false));
				Stat with = callNanos(with(group, true));
				rows.add(List.of(Stat.threads(threads) + ", " + group.label(), without.range(), with.range(),
						Stat.number(with.median() / without.median()),
						ScalingPage.caller(with(group, false)).toString(),
						ScalingPage.caller(with(group, true)).toString(), group.lostText()));
				bars.add(new Svg.Bar(group.label() + ", without", without.median(), group.own(), group.lossy()));
				bars.add(new Svg.Bar(group.label() + ", with", with.median(), group.own(), group.lossy()));
			}
			page.svg().bars("the caller's location, " + Stat.threads(threads), "ns a call", bars);
		}
		page.table(List.of("threads and stack", "ns a call without", "with", "with, beside without",
				"CPU of the caller, ns, without", "with", "lost"), rows);
	}

	private static Group with(Group group, boolean location) {
		return new Group(group.contender(), group.label(),
				group.samples()
					.stream()
					.filter((sample) -> String.valueOf(location).equals(sample.parameters().get("location")))
					.toList());
	}

}
