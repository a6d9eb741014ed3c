package io.github.ringlog.benchmarks.peers.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Floods of a file, and of the packaged configurations.
 */
final class FloodPage {

	private static final List<String> COLUMNS = List.of("stack", "events/s (lowest–highest round)", "beside Ringlog",
			"CPU ms per million events", "lost", "rounds");

	private static final int LEAST_FAR = 5;

	private FloodPage() {
	}

	static void write(Raw raw) throws IOException {
		Map<String, List<Group>> floods = Group.by(raw.samples("flood"),
				(sample) -> sample.parameters().get("threads"));
		List<Sample> packaged = raw.samples("packaged");
		if (floods.isEmpty() && packaged.isEmpty()) {
			return;
		}
		Page page = new Page("flood", "Floods", "Events a second of each stack, for each number of threads");
		page.section("Threads that log as fast as they can");
		page.say("Until the last line is in the file. Medians of the rounds; in each, of the floods of one JVM.");
		page.say("A stack that lost an event in any round is not ranked, for throwing events away is fast.");
		for (String threads : Group.numbers(floods)) {
			page.say("\n### " + Stat.threads(threads));
			panel(page, Stat.threads(threads), floods.getOrDefault(threads, List.of()), Group.OWN);
		}
		farApart(page, floods);
		if (!packaged.isEmpty()) {
			page.section("Packaged configurations");
			page.say("Two callers that format parameters; console into a pipe that `wc` reads, and a file.");
			panel(page, "packaged configuration, 2 threads",
					Group.by(packaged, (sample) -> "").getOrDefault("", List.of()), "packaged-ringlog");
		}
		page.environment(raw.lines("flood", "packaged"));
		page.write(raw.directory());
	}

	/**
	 * Write the floods that are left out elsewhere: the virtual machine was moved, so
	 * that its processors shared no cache.
	 */
	private static void farApart(Page page, Map<String, List<Group>> floods) {
		Map<String, Map<String, String>> cells = new LinkedHashMap<>();
		floods.forEach((threads, groups) -> groups.stream().filter((group) -> !group.lossy()).forEach((group) -> {
			Stat far = group.eventsPerSecondFarApart();
			if (far.rounds() >= LEAST_FAR) {
				cells.computeIfAbsent(group.label(), (label) -> new HashMap<>())
					.put(threads, "%s (%s, %d)".formatted(far,
							Stat.number(far.median() / group.eventsPerSecond().median()), far.rounds()));
			}
		}));
		if (cells.isEmpty()) {
			return;
		}
		List<String> numbers = Group.numbers(floods);
		page.section("While the processors share no cache");
		page.say(
				"The host may move a virtual machine. While its processors share no cache, handing events over costs more.");
		page.say(
				"Floods of such moments are left out above. Here are their medians, where there are five or more of them: events/s (beside the same stack above, number of floods).");
		List<String> columns = new ArrayList<>(List.of("stack"));
		numbers.forEach((threads) -> columns.add(Stat.threads(threads)));
		page.table(columns, cells.entrySet().stream().map((entry) -> {
			List<String> row = new ArrayList<>(List.of(entry.getKey()));
			numbers.forEach((threads) -> row.add(entry.getValue().getOrDefault(threads, "–")));
			return row;
		}).toList());
	}

	private static void panel(Page page, String title, List<Group> groups, String own) {
		List<Group> sorted = groups.stream()
			.sorted(Comparator.comparing(Group::lossy)
				.thenComparing((group) -> group.eventsPerSecond().median(), Comparator.reverseOrder()))
			.toList();
		double reference = Group.find(groups, own).eventsPerSecond().median();
		page.table(COLUMNS,
				sorted.stream()
					.map((group) -> List.of(group.label(), group.eventsPerSecond().range(),
							group.lossy() ? "not ranked" : Stat.number(group.eventsPerSecond().median() / reference),
							group.cpuPerMillion("flood").range(), group.lostText(),
							String.valueOf(group.eventsPerSecond().rounds())))
					.toList());
		page.svg()
			.bars(title, "events/s",
					sorted.stream()
						.map((group) -> new Svg.Bar(group.label(), group.eventsPerSecond().median(),
								group.contender().contains(Group.OWN), group.lossy()))
						.toList());
	}

}
