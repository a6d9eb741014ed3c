package io.github.ringlog.benchmarks.peers.report;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The short page: what follows from the figures, the least flattering first, and which
 * aims are met.
 */
final class Conclusions {

	private static final int MOST = 10;

	/** Ranks what is neither an advantage nor a disadvantage between the two. */
	private static final double NEUTRAL = 1;

	private final List<Finding> findings = new ArrayList<>();

	private Conclusions() {
	}

	static void write(Raw raw) throws IOException {
		Conclusions conclusions = new Conclusions();
		conclusions.floods(Group.by(raw.samples("flood"), (sample) -> sample.parameters().get("threads")));
		conclusions.bursts(Group.by(raw.samples("bursts"), (sample) -> "").getOrDefault("", List.of()));
		conclusions.latency(raw.samples("latency"));
		conclusions.packaged(Group.by(raw.samples("packaged"), (sample) -> "").getOrDefault("", List.of()));
		conclusions.shapes(Group.by(raw.samples("shapes"), (sample) -> sample.parameters().get("shape")));
		conclusions.footprint(Group.by(raw.samples("footprint"), (sample) -> sample.parameters().get("what")));
		StringBuilder text = new StringBuilder("# Benchmarks against other logging libraries\n\n");
		text.append("Made by `benchmarks/peers/run.sh` from the raw results beside this page.\n");
		text.append("`benchmarks/peers/README.md` tells what is compared, how, and what speaks against it.\n");
		profiles(raw).forEach((profile, scenarios) -> text
			.append("Measured in the form `%s`: %s.\n".formatted(profile, String.join(", ", scenarios))));
		text.append("\n## What to conclude\n\n");
		conclusions.findings.stream()
			.sorted(Comparator.comparingDouble(Finding::advantage))
			.limit(MOST)
			.forEach((finding) -> text.append("- ").append(finding.sentence()).append('\n'));
		text.append("\n## Aims\n\n| figure | aim | measured | |\n|---|---|---:|---|\n");
		Aims.rows(raw).forEach((row) -> text.append(row).append('\n'));
		text.append("\n## Pages\n\n");
		for (String page : List.of("flood", "latency", "shapes", "footprint", "scaling")) {
			if (Files.exists(raw.directory().resolve(page + ".md"))) {
				text.append("- [%s](%s.md), [plot](%s.svg)\n".formatted(page, page, page));
			}
		}
		Files.writeString(raw.directory().resolve("README.md"), text);
	}

	/**
	 * Return the scenarios that were measured, by the profile of the last run of each.
	 */
	private static Map<String, List<String>> profiles(Raw raw) throws IOException {
		Map<String, List<String>> profiles = new TreeMap<>();
		for (String scenario : raw.scenarios()) {
			raw.lines(scenario)
				.stream()
				.filter(Sample.kind("environment"))
				.reduce((first, last) -> last)
				.ifPresent((line) -> profiles
					.computeIfAbsent(line.path("profile").asString(), (profile) -> new ArrayList<>())
					.add(scenario));
		}
		return profiles;
	}

	private void floods(Map<String, List<Group>> floods) {
		Function<List<Group>, Group> fastest = (groups) -> fastest(groups,
				(group) -> !group.own() && !group.contender().equals("floor"));
		Function<List<Group>, Group> fastestAsynchronous = (groups) -> fastest(groups, Group::asynchronousPeer);
		find(floods, "Floods, events/s beside the fastest lossless peer", fastest);
		if (!floods.values()
			.stream()
			.allMatch((groups) -> fastest.apply(groups) == fastestAsynchronous.apply(groups))) {
			find(floods, "Floods, events/s beside the fastest lossless asynchronous peer", fastestAsynchronous);
		}
		find(floods, "Floods, events/s beside synchronous Logback", (groups) -> Group.find(groups, "logback-sync"));
		Set<String> lossy = new LinkedHashSet<>();
		floods.values().forEach((groups) -> groups.stream().filter(Group::lossy).map(Group::label).forEach(lossy::add));
		if (!lossy.isEmpty()) {
			find(NEUTRAL, "In floods these lose events, and are not ranked: %s.", String.join("; ", lossy));
		}
	}

	private static Group fastest(List<Group> groups, Predicate<Group> peers) {
		return groups.stream()
			.filter((group) -> peers.test(group) && !group.lossy())
			.max(Comparator.comparingDouble((group) -> group.eventsPerSecond().median()))
			.orElse(Group.find(groups, ""));
	}

	/**
	 * Compare Ringlog with a peer for each number of threads.
	 */
	private void find(Map<String, List<Group>> floods, String beginning, Function<List<Group>, Group> choice) {
		List<String> parts = new ArrayList<>();
		double least = Double.POSITIVE_INFINITY;
		for (String threads : Group.numbers(floods)) {
			List<Group> groups = floods.getOrDefault(threads, List.of());
			Group peer = choice.apply(groups);
			double ratio = Group.find(groups, Group.OWN).rateBeside(peer);
			if (!Double.isNaN(ratio)) {
				parts.add("%s with %s (%s)".formatted(Stat.number(ratio), Stat.threads(threads), peer.label()));
				least = Math.min(least, ratio);
			}
		}
		if (!parts.isEmpty()) {
			find(least, "%s: %s.", beginning, String.join(", ", parts));
		}
	}

	private void bursts(List<Group> groups) {
		Group own = Group.find(groups, Group.OWN);
		for (String id : List.of("log4j-sync", "log4j-async-servlet", "logback-async-lossless", "logback-sync")) {
			Group peer = Group.find(groups, id);
			List<Double> ratios = List.of("p50", "p99", "p9999", "cpu")
				.stream()
				.map((figure) -> own.burst(figure) / peer.burst(figure))
				.toList();
			OptionalDouble worst = ratios.stream().mapToDouble(Double::doubleValue).max();
			find(1 / worst.orElse(Double.NaN),
					"Bursts: p50 of a call is %s, p99 %s, p99.99 %s and CPU %s times that of %s.",
					Stat.number(ratios.get(0)), Stat.number(ratios.get(1)), Stat.number(ratios.get(2)),
					Stat.number(ratios.get(3)), peer.label());
		}
	}

	private void latency(List<Sample> samples) {
		Map<String, List<Group>> paced = Group.by(samples, (sample) -> sample.parameters().get("threads"));
		for (String load : LatencyPage.LOADS) {
			List<String> parts = new ArrayList<>();
			double most = Double.NaN;
			for (String threads : Group.numbers(paced)) {
				Group own = Group.find(paced.getOrDefault(threads, List.of()), Group.OWN);
				Group peer = Group.find(paced.getOrDefault(threads, List.of()), "log4j-sync");
				double ratio = LatencyPage.figure(own, load, "p99").median()
						/ LatencyPage.figure(peer, load, "p99").median();
				if (!Double.isNaN(ratio)) {
					parts.add("%s with %s, at %s times its rate".formatted(Stat.number(ratio), Stat.threads(threads),
							Stat.number(LatencyPage.rate(own, load).median() / LatencyPage.rate(peer, load).median())));
					most = Double.isNaN(most) ? ratio : Math.max(most, ratio);
				}
			}
			find(1 / most,
					"By a schedule at %s %% of each stack's capacity, p99 of a call beside that of Log4j synchronous, buffered: %s.",
					load, String.join("; ", parts));
		}
	}

	private void packaged(List<Group> groups) {
		Group own = Group.find(groups, "packaged-ringlog");
		for (String id : List.of("packaged-boot-log4j", "packaged-boot-logback")) {
			Group peer = Group.find(groups, id);
			double ratio = own.rateBeside(peer);
			find(ratio, "Console and file as packaged: Ringlog writes %s times as many events a second as %s.",
					Stat.number(ratio), peer.label());
		}
	}

	private void shapes(Map<String, List<Group>> shapes) {
		shapes("Shapes, floods of 4 threads, events/s beside Log4j synchronous, buffered", shapes,
				Group::eventsPerSecond, false);
		shapes("Shapes, time of a call beside Log4j synchronous, buffered", shapes, ShapesPage::callNanos, true);
	}

	/**
	 * Tell the lowest and the highest ratio of all shapes.
	 */
	private void shapes(String beginning, Map<String, List<Group>> shapes, Function<Group, Stat> figure,
			boolean lessIsBetter) {
		Map<String, Double> ratios = new LinkedHashMap<>();
		shapes.forEach((shape, groups) -> ratios.put(shape, figure.apply(Group.find(groups, Group.OWN)).median()
				/ figure.apply(Group.find(groups, "log4j-sync")).median()));
		ratios.values().removeIf((ratio) -> ratio.isNaN());
		if (!ratios.isEmpty()) {
			Map.Entry<String, Double> lowest = Collections.min(ratios.entrySet(), Map.Entry.comparingByValue());
			Map.Entry<String, Double> highest = Collections.max(ratios.entrySet(), Map.Entry.comparingByValue());
			find(lessIsBetter ? 1 / highest.getValue() : lowest.getValue(), "%s: %s (%s) to %s (%s).", beginning,
					Stat.number(lowest.getValue()), lowest.getKey(), Stat.number(highest.getValue()), highest.getKey());
		}
	}

	private void footprint(Map<String, List<Group>> groups) {
		List<Group> applications = groups.getOrDefault("application", List.of());
		Group own = Group.find(applications, Group.OWN);
		Group without = Group.find(applications, "boot-log4j");
		if (!own.samples().isEmpty() && !without.samples().isEmpty()) {
			double heap = FootprintPage.stat(own, "heap-used", 1 << 20).median()
					- FootprintPage.stat(without, "heap-used", 1 << 20).median();
			find(NEUTRAL,
					"Ringlog takes %s MiB of heap once each slot was used, and %s ms of CPU in an idle minute (%s without).",
					Stat.number(heap), FootprintPage.idle(own), FootprintPage.idle(without));
		}
	}

	private void find(double advantage, String sentence, Object... values) {
		if (!Double.isNaN(advantage)) {
			this.findings.add(new Finding(advantage, sentence.formatted(values)));
		}
	}

	/**
	 * A sentence.
	 *
	 * @param advantage how many times better Ringlog is; below 1 where it is behind
	 */
	private record Finding(double advantage, String sentence) {
	}

}
