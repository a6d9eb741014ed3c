package io.github.ringlog.benchmarks.peers.report;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import tools.jackson.databind.JsonNode;

/**
 * The short page: what follows from the figures, the least flattering first, and which
 * aims are met.
 */
final class Conclusions {

	private static final int MOST = 10;

	private final List<Finding> findings = new ArrayList<>();

	private final List<Aim> aims = new ArrayList<>();

	private Conclusions() {
	}

	static void write(Raw raw) throws IOException {
		Conclusions conclusions = new Conclusions();
		conclusions.floods(raw.samples("flood"));
		conclusions.bursts(raw.samples("bursts"));
		conclusions.packaged(raw.samples("packaged"));
		conclusions.footprint(raw.samples("footprint"));
		StringBuilder text = new StringBuilder("# Benchmarks against other logging libraries\n\n");
		text.append("Made by `benchmarks/peers/run.sh` from the raw results beside this page.\n");
		text.append("`benchmarks/peers/README.md` tells what is compared, how, and what speaks against it.\n\n");
		text.append("## What to conclude\n\n");
		conclusions.findings.stream()
			.sorted(Comparator.comparingDouble(Finding::advantage))
			.limit(MOST)
			.forEach((finding) -> text.append("- ").append(finding.sentence()).append('\n'));
		text.append("\n## Aims\n\n| aim | figure | |\n|---|---:|---|\n");
		conclusions.aims.forEach((aim) -> text.append("| %s | %s | %s |\n".formatted(aim.name(),
				Stat.number(aim.figure()), aim.met() ? "met" : "**not met**")));
		text.append("\n## Pages\n\n");
		for (String page : List.of("flood", "latency", "shapes", "footprint", "scaling")) {
			if (Files.exists(raw.directory().resolve(page + ".md"))) {
				text.append("- [%s](%s.md), [plot](%s.svg)\n".formatted(page, page, page));
			}
		}
		Files.writeString(raw.directory().resolve("README.md"), text);
	}

	private void floods(List<Sample> samples) {
		Map<String, List<Group>> floods = Group.by(samples, (sample) -> sample.parameters().get("threads"));
		for (String number : Group.numbers(floods)) {
			String threads = Stat.threads(number);
			List<Group> groups = floods.getOrDefault(number, List.of());
			Group own = Group.find(groups, Group.OWN);
			lost(threads, groups);
			List<Group> peers = groups.stream()
				.filter((group) -> !group.own() && !group.contender().equals("floor") && !group.lossy())
				.toList();
			peers.stream().max(Comparator.comparingDouble(Conclusions::rate)).ifPresent((best) -> {
				double ratio = rate(own) / rate(best);
				find(ratio, "A flood of %s: Ringlog writes %s times as many events a second as the fastest"
						+ " lossless peer, %s.", threads, Stat.number(ratio), best.label());
			});
			boolean alone = number.equals("1");
			ratio(own, peers, "log4j-sync")
				.ifPresent((ratio) -> aim("flood, %s, beside Log4j synchronous, buffered: at least %s"
					.formatted(threads, alone ? "1" : "1.3"), ratio, ratio >= (alone ? 1 : 1.3)));
			ratio(own, peers, "logback-sync")
				.ifPresent((ratio) -> aim("flood, %s, beside Logback synchronous: at least 4.5".formatted(threads),
						ratio, ratio >= 4.5));
			peers.stream()
				.filter((group) -> group.contender().matches(".*(async|disruptor).*"))
				.max(Comparator.comparingDouble(Conclusions::rate))
				.ifPresent((best) -> aim(
						"flood, %s, beside the best lossless asynchronous peer: at least 1.3".formatted(threads),
						rate(own) / rate(best), rate(own) >= 1.3 * rate(best)));
			Group logback = Group.find(peers, "logback-async-lossless");
			if (!logback.samples().isEmpty() && !own.samples().isEmpty()) {
				double cpu = own.cpuPerMillion("flood").median() / logback.cpuPerMillion("flood").median();
				aim("flood, %s, CPU an event beside Logback's AsyncAppender: at most 1".formatted(threads), cpu,
						cpu <= 1);
			}
		}
	}

	private void lost(String threads, List<Group> groups) {
		List<String> lossy = groups.stream().filter(Group::lossy).map(Group::label).toList();
		if (!lossy.isEmpty()) {
			find(1.5, "In a flood of %s these lose events, and are not ranked: %s.", threads, String.join("; ", lossy));
		}
		Group.find(groups, Group.OWN)
			.samples()
			.stream()
			.mapToLong(Sample::lost)
			.max()
			.ifPresent((lost) -> aim("flood, %s, events that Ringlog loses: 0".formatted(threads), lost, lost == 0));
	}

	private void bursts(List<Sample> samples) {
		List<Group> groups = Group.by(samples, (sample) -> "").getOrDefault("", List.of());
		Group own = Group.find(groups, Group.OWN);
		Predicate<JsonNode> kind = Sample.kind("bursts");
		for (Group peer : groups) {
			if (List.of("log4j-sync", "logback-async-lossless").contains(peer.contender())) {
				for (String figure : List.of("p50", "p99", "p9999", "cpu")) {
					double ratio = figure(peer, kind, figure) / figure(own, kind, figure);
					find(ratio, "Bursts of four threads: %s of Ringlog is %s times that of %s.",
							figure.equals("cpu") ? "CPU" : figure.replace("p9999", "p99.99"), Stat.number(1 / ratio),
							peer.label());
				}
			}
		}
		double p50 = figure(own, kind, "p50");
		aim("bursts, p50 of a call: at most 250 ns", p50, p50 <= 250);
		atMost(own, Group.find(groups, "log4j-async-servlet"), kind, "p99", 0.2);
		atMost(own, Group.find(groups, "log4j-async-servlet"), kind, "p9999", 1 / 3.0);
		atMost(own, Group.find(groups, "log4j-async-servlet"), kind, "max", 0.2);
		atMost(own, Group.find(groups, "log4j-sync"), kind, "cpu", 1.25);
	}

	private void atMost(Group own, Group peer, Predicate<JsonNode> kind, String figure, double most) {
		double ratio = figure(own, kind, figure) / figure(peer, kind, figure);
		aim("bursts, %s beside %s: at most %s".formatted(figure.replace("p9999", "p99.99"), peer.label(),
				Stat.number(most)), ratio, ratio <= most);
	}

	private void packaged(List<Sample> samples) {
		List<Group> groups = Group.by(samples, (sample) -> "").getOrDefault("", List.of());
		Group own = Group.find(groups, "packaged-ringlog");
		for (String peer : List.of("packaged-boot-log4j", "packaged-boot-logback")) {
			ratio(own, groups, peer).ifPresent((ratio) -> {
				find(ratio,
						"Packaged configuration, console and file: Ringlog writes %s times as many events a second as %s.",
						Stat.number(ratio), Group.find(groups, peer).label());
				aim("packaged configuration, beside %s: at least 4".formatted(Group.find(groups, peer).label()), ratio,
						ratio >= 4);
			});
		}
	}

	private void footprint(List<Sample> samples) {
		List<Group> groups = Group.by(samples, (sample) -> sample.parameters().get("what"))
			.getOrDefault("application", List.of());
		Group own = Group.find(groups, Group.OWN);
		Group without = Group.find(groups, "boot-log4j");
		if (!own.samples().isEmpty() && !without.samples().isEmpty()) {
			double heap = FootprintPage.stat(own, "heap-used", 1 << 20).median()
					- FootprintPage.stat(without, "heap-used", 1 << 20).median();
			find(0.9,
					"Ringlog takes %s MiB of heap once each slot was used, and %s ms of CPU in an idle minute (%s without).",
					Stat.number(heap), FootprintPage.idle(own), FootprintPage.idle(without));
		}
	}

	private static java.util.OptionalDouble ratio(Group own, List<Group> groups, String peer) {
		double ratio = rate(own) / rate(Group.find(groups, peer));
		return Double.isNaN(ratio) ? java.util.OptionalDouble.empty() : java.util.OptionalDouble.of(ratio);
	}

	private static double rate(Group group) {
		return group.eventsPerSecond().median();
	}

	private static double figure(Group group, Predicate<JsonNode> kind, String name) {
		return group.stat(kind, (row) -> row.path(name).asDouble()).median();
	}

	private void find(double advantage, String sentence, Object... values) {
		if (!Double.isNaN(advantage)) {
			this.findings.add(new Finding(advantage, sentence.formatted(values)));
		}
	}

	private void aim(String name, double figure, boolean met) {
		if (!Double.isNaN(figure)) {
			this.aims.add(new Aim(name, figure, met));
		}
	}

	/**
	 * A sentence.
	 *
	 * @param advantage how many times better Ringlog is; below 1 where it is behind
	 */
	private record Finding(double advantage, String sentence) {
	}

	/**
	 * What was to be shown.
	 */
	private record Aim(String name, double figure, boolean met) {
	}

}
