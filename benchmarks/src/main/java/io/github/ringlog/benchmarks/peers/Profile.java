package io.github.ringlog.benchmarks.peers;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The amount of work of a series.
 *
 * @param name the name of the form
 * @param rounds how often each run is repeated, in turns with all others
 * @param threads the numbers of threads of a flood
 * @param events the events of a flood
 * @param seconds the least time of measured floods in one JVM
 * @param warmUpSeconds the least time of warming up
 * @param warmUpEvents the events of a step of the warm-up
 * @param calls the calls of all bursts
 * @param pacedSeconds how long each rate of a latency run lasts
 * @param batches how many batches are measured
 * @param idleSeconds how long an idle application is watched
 * @param flags arguments of the JVM
 */
record Profile(String name, int rounds, List<Integer> threads, int events, int seconds, double warmUpSeconds,
		int warmUpEvents, int calls, double pacedSeconds, int batches, int idleSeconds, List<String> flags) {

	private static final List<String> FLAGS = List.of("-Xms1g", "-Xmx1g", "-XX:+UseG1GC");

	private static final Profile FULL = new Profile("full", 5, List.of(1, 4, 16, 50, 100), 5_000_000, 10, 6, 500_000,
			800_000, 5, 20, 30, FLAGS);

	private static final Profile SHORT = new Profile("short", 2, List.of(1, 4, 50), 5_000_000, 5, 2, 300_000, 200_000,
			1, 10, 5, FLAGS);

	private static final Profile SMOKE = new Profile("smoke", 1, List.of(4), 20_000, 0, 0, 5_000, 2_000, 0.2, 2, 1,
			List.of("-Xms256m", "-Xmx256m", "-XX:+UseG1GC", "-XX:TieredStopAtLevel=1"));

	/**
	 * Return the form of that name, with what the options change of it.
	 */
	static Profile of(String name, Map<String, String> options) {
		Profile form = switch (name) {
			case "full" -> FULL;
			case "short" -> SHORT;
			case "smoke" -> SMOKE;
			default -> throw new IllegalArgumentException("There is no form " + name);
		};
		List<Integer> threads = !options.containsKey("threads") ? form.threads()
				: Arrays.stream(options.getOrDefault("threads", "").split(",")).map(Integer::valueOf).toList();
		return new Profile(name, number(options, "rounds", form.rounds()), threads,
				number(options, "events", form.events()), number(options, "seconds", form.seconds()),
				form.warmUpSeconds(), form.warmUpEvents(), form.calls(), form.pacedSeconds(), form.batches(),
				form.idleSeconds(), form.flags());
	}

	private static int number(Map<String, String> options, String name, int byDefault) {
		return Integer.parseInt(options.getOrDefault(name, String.valueOf(byDefault)));
	}

	boolean full() {
		return this.name.equals("full");
	}

}
