package io.github.ringlog.benchmarks.peers.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The aims of Ringlog beside other libraries, each with its figure.
 */
final class Aims {

	private final List<String> rows = new ArrayList<>();

	private Aims() {
	}

	/**
	 * Return the rows of a table. An aim without a measurement is left out.
	 */
	static List<String> rows(Raw raw) throws IOException {
		Aims aims = new Aims();
		Map<String, List<Group>> floods = Group.by(raw.samples("flood"),
				(sample) -> sample.parameters().get("threads"));
		for (String threads : Group.numbers(floods)) {
			aims.flood("flood, " + Stat.threads(threads), threads.equals("1") ? 1 : 1.3,
					floods.getOrDefault(threads, List.of()));
		}
		aims.bursts(Group.by(raw.samples("bursts"), (sample) -> "").getOrDefault("", List.of()));
		aims.packaged(Group.by(raw.samples("packaged"), (sample) -> "").getOrDefault("", List.of()));
		return aims.rows;
	}

	private void flood(String name, double least, List<Group> groups) {
		Group own = Group.find(groups, Group.OWN);
		if (own.samples().isEmpty()) {
			return;
		}
		atMost(name + ": events that Ringlog loses", own.lost(), 0);
		atLeast(name + ", beside Log4j synchronous, buffered", own.rateBeside(Group.find(groups, "log4j-sync")), least);
		atLeast(name + ", beside Logback synchronous", own.rateBeside(Group.find(groups, "logback-sync")), 4.5);
		groups.stream()
			.filter((group) -> group.asynchronousPeer() && !group.lossy())
			.max(Comparator.comparingDouble((group) -> group.eventsPerSecond().median()))
			.ifPresent((best) -> atLeast(name + ", beside the best lossless asynchronous peer, " + best.label(),
					own.rateBeside(best), least));
		atMost(name + ", CPU an event beside Logback's lossless AsyncAppender", own.cpuPerMillion("flood").median()
				/ Group.find(groups, "logback-async-lossless").cpuPerMillion("flood").median(), 1);
	}

	private void bursts(List<Group> groups) {
		Group own = Group.find(groups, Group.OWN);
		Group stock = Group.find(groups, "log4j-async-servlet");
		atMost("bursts, p50 of a call, ns", own.burst("p50"), 250);
		atMost("bursts, p99 beside " + stock.label(), own.burst("p99") / stock.burst("p99"), 0.2);
		atMost("bursts, p99.99 beside " + stock.label(), own.burst("p9999") / stock.burst("p9999"), 1 / 3.0);
		atMost("bursts, max beside " + stock.label(), own.burst("max") / stock.burst("max"), 0.2);
		atMost("bursts, CPU beside Log4j synchronous, buffered",
				own.burst("cpu") / Group.find(groups, "log4j-sync").burst("cpu"), 1.25);
	}

	private void packaged(List<Group> groups) {
		Group own = Group.find(groups, "packaged-ringlog");
		for (String peer : List.of("packaged-boot-log4j", "packaged-boot-logback")) {
			Group group = Group.find(groups, peer);
			atLeast("events/s beside " + group.label(), own.rateBeside(group), 4);
		}
	}

	private void atLeast(String name, double figure, double least) {
		add(name, "at least " + Stat.number(least), figure, figure >= least);
	}

	private void atMost(String name, double figure, double most) {
		add(name, "at most " + Stat.number(most), figure, figure <= most);
	}

	private void add(String name, String aim, double figure, boolean met) {
		if (!Double.isNaN(figure)) {
			this.rows
				.add("| %s | %s | %s | %s |".formatted(name, aim, Stat.number(figure), met ? "met" : "**not met**"));
		}
	}

}
