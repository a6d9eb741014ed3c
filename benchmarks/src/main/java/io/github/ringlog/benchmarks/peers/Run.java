package io.github.ringlog.benchmarks.peers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One JVM of one contender.
 *
 * @param scenario the scenario that it belongs to
 * @param contender what runs
 * @param parameters what tells it from the other runs of the scenario
 * @param options the options of the load
 * @param flags further arguments of the JVM
 */
record Run(String scenario, Contender contender, TreeMap<String, String> parameters, Map<String, String> options,
		List<String> flags) {

	static final String PATTERN = "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5p [%t] %c - %m%n";

	static Run of(String scenario, String contender, String load) {
		return new Run(scenario, Contender.of(contender), new TreeMap<>(), Map.of("load", load), List.of());
	}

	/**
	 * Add something that tells this run from others, and that is an option of the load.
	 */
	Run with(String name, Object value) {
		return option(name, value).parameter(name, value);
	}

	Run parameter(String name, Object value) {
		TreeMap<String, String> added = new TreeMap<>(this.parameters);
		added.put(name, String.valueOf(value));
		return new Run(this.scenario, this.contender, added, this.options, this.flags);
	}

	Run option(String name, Object value) {
		Map<String, String> added = new LinkedHashMap<>(this.options);
		added.put(name, String.valueOf(value));
		return new Run(this.scenario, this.contender, this.parameters, added, this.flags);
	}

	Run flag(String flag) {
		List<String> added = new ArrayList<>(this.flags);
		added.add(flag);
		return new Run(this.scenario, this.contender, this.parameters, this.options, added);
	}

	/**
	 * Add how much to warm up and to measure.
	 */
	Run sized(Profile profile) {
		return option("events", profile.events()).option("seconds", profile.seconds())
			.option("warmup-seconds", profile.warmUpSeconds())
			.option("warmup-events", profile.warmUpEvents());
	}

	String option(String name) {
		return this.options.getOrDefault(name, "");
	}

	String key(int round) {
		return this.scenario + ' ' + this.contender.id() + ' ' + this.parameters + ' ' + round;
	}

}
