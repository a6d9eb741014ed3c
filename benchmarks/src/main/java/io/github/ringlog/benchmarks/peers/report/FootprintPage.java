package io.github.ringlog.benchmarks.peers.report;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * The page of what a stack takes from an application, and of how it comes through a stall
 * of its sink.
 */
final class FootprintPage {

	private FootprintPage() {
	}

	static void write(Raw raw) throws IOException {
		Map<String, List<Group>> groups = Group.by(raw.samples("footprint"),
				(sample) -> sample.parameters().get("what"));
		if (groups.isEmpty()) {
			return;
		}
		Page page = new Page("footprint", "Footprint", "Heap, idle CPU and recovery of each stack");
		List<Group> applications = groups.getOrDefault("application", List.of());
		if (!applications.isEmpty()) {
			application(page, applications);
		}
		List<Group> stalls = groups.getOrDefault("stall", List.of());
		if (!stalls.isEmpty()) {
			stall(page, stalls);
		}
		page.environment(raw.lines("footprint"));
		page.write(raw.directory());
	}

	private static void application(Page page, List<Group> groups) {
		page.section("An application that logs little");
		page.say(
				"Rows with Spring Boot, and Ringlog's, start an application; the others start a logging library alone.");
		page.table(
				List.of("stack", "ms to the first line", "heap, MiB", "heap after 100,000 events, MiB", "threads",
						"CPU ms of an idle minute"),
				groups.stream()
					.map((group) -> List.of(group.label(), stat(group, "first-line-millis", 1).range(),
							stat(group, "heap", 1 << 20).range(), stat(group, "heap-used", 1 << 20).range(),
							stat(group, "threads", 1).range(), idle(group).range()))
					.toList());
		bars(page, "heap after 100,000 events", "MiB", groups, (group) -> stat(group, "heap-used", 1 << 20));
		bars(page, "CPU while idle", "ms a minute", groups, FootprintPage::idle);
		bars(page, "first line", "ms from the start of the JVM", groups,
				(group) -> stat(group, "first-line-millis", 1));
	}

	private static void stall(Page page, List<Group> groups) {
		page.section("A sink that stalls");
		page.say("Four threads log 20,000 events a second into a pipe whose reader stands still for a while.");
		page.say("It has recovered when what it reads is less than 20 ms old again.");
		page.table(
				List.of("stack", "recovery, ms", "oldest line, ms", "p50 of a call, ns", "p99.9 of a call, ms",
						"longest call, ms", "lost"),
				groups.stream()
					.map((group) -> List.of(group.label(), recovery(group).range(),
							group.stat("reader", "oldest-nanos", 1e6).range(), group.stat("stall", "p50", 1).range(),
							group.stat("stall", "p999", 1e6).range(), group.stat("stall", "max", 1e6).range(),
							group.lostText()))
					.toList());
		bars(page, "recovery after a stall", "ms", groups, FootprintPage::recovery);
	}

	static Stat recovery(Group group) {
		return group.stat("reader", "recovery-nanos", 1e6);
	}

	static Stat stat(Group group, String name, double unit) {
		return group.stat("footprint", name, unit);
	}

	static Stat idle(Group group) {
		return group.stat("footprint",
				(row) -> row.path("idle-cpu").asDouble() * 60e3 / row.path("idle-nanos").asDouble());
	}

	private static void bars(Page page, String title, String unit, List<Group> groups,
			java.util.function.Function<Group, Stat> figure) {
		page.svg()
			.bars(title, unit, groups.stream()
				.map((group) -> new Svg.Bar(group.label(), figure.apply(group).median(), group.own(), group.lossy()))
				.toList());
	}

}
