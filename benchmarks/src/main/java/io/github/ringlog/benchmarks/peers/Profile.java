package io.github.ringlog.benchmarks.peers;

import java.util.List;

/**
 * The amount of work of a series.
 *
 * @param name the name of the profile
 * @param rounds how often each run is repeated, in turns with all others
 * @param threads the numbers of threads of a flood
 * @param events the events of a round of a flood
 * @param seconds the least time of measured rounds in one JVM
 * @param warmUpSeconds the least time of warming up
 * @param warmUpEvents the events of a step of the warm-up
 * @param calls the calls of all bursts
 * @param pacedSeconds how long each load of a latency run lasts
 * @param batches how many batches are measured
 * @param idleSeconds how long an idle application is watched
 * @param stallSeconds how long the sink stalls
 * @param minutes the default limit of the whole
 * @param flags arguments of the JVM
 */
record Profile(String name, int rounds, List<Integer> threads, int events, int seconds, double warmUpSeconds,
		int warmUpEvents, int calls, double pacedSeconds, int batches, int idleSeconds, double stallSeconds,
		int minutes, List<String> flags) {

	private static final List<String> FLAGS = List.of("-Xms1g", "-Xmx1g", "-XX:+UseG1GC");

	private static final Profile FULL = new Profile("full", 5, List.of(1, 4, 16, 50, 100), 5_000_000, 20, 6, 500_000,
			800_000, 8, 20, 30, 2, 720, FLAGS);

	private static final Profile MEDIUM = new Profile("medium", 5, List.of(1, 4, 16, 50, 100), 1_000_000, 4, 2, 300_000,
			200_000, 2.5, 10, 6, 1, 240, FLAGS);

	private static final Profile SHORT = new Profile("short", 3, List.of(1, 4, 50), 1_000_000, 3, 2, 300_000, 200_000,
			3, 10, 10, 1, 25, FLAGS);

	private static final Profile SMOKE = new Profile("smoke", 1, List.of(4), 20_000, 0, 0, 5_000, 2_000, 0.2, 2, 1, 0.3,
			10, List.of("-Xms256m", "-Xmx256m", "-XX:+UseG1GC", "-XX:TieredStopAtLevel=1"));

	static Profile of(String name) {
		return switch (name) {
			case "full" -> FULL;
			case "medium" -> MEDIUM;
			case "short" -> SHORT;
			case "smoke" -> SMOKE;
			default -> throw new IllegalArgumentException("There is no profile " + name);
		};
	}

	Profile withRounds(int newRounds) {
		return new Profile(this.name, newRounds, this.threads, this.events, this.seconds, this.warmUpSeconds,
				this.warmUpEvents, this.calls, this.pacedSeconds, this.batches, this.idleSeconds, this.stallSeconds,
				this.minutes, this.flags);
	}

	boolean full() {
		return this.name.equals("full");
	}

	/**
	 * Return whether all scenarios are run with all their threads, sizes and shapes.
	 */
	boolean complete() {
		return full() || this.name.equals("medium");
	}

}
