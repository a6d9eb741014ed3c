package io.github.ringlog.benchmarks.peers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The runs of each scenario, in the order in which a round takes them.
 */
final class Scenarios {

	static final List<String> ALL = List.of("flood", "bursts", "latency", "shapes", "location", "json", "packaged",
			"team", "footprint");

	/**
	 * The contenders of the long scenarios: each kind once, in its best lossless form.
	 */
	private static final List<String> MAIN = List.of("ringlog", "log4j-async-tuned-disruptor3", "log4j-async-appender",
			"log4j-sync", "logback-sync", "logback-async-lossless", "logstash-disruptor");

	private static final List<String> SOME = List.of("ringlog", "log4j-async-tuned-disruptor3", "log4j-sync",
			"logback-async-lossless");

	private static final String MDC_PATTERN = Run.PATTERN.replace("%m", "%X{key0} %X{key1} %X{key2} %m");

	private static final String TRACE_PATTERN = Run.PATTERN.replace("%m", "%X{traceId} %m");

	/** Events a second, the same for all. */
	private static final String RATES = "10000,30000,100000,200000,300000,400000,500000,600000,800000,1000000,1250000,"
			+ "1500000,2000000,2500000,3000000";

	/**
	 * What fits into the smallest ring, so that the cost of a call has no waiting in it.
	 */
	private static final int UNCONTENDED = 12_000;

	/** About what is below a log call of a web application. */
	private static final int FRAMES = 40;

	private static final int VIRTUAL_THREADS = 21;

	private final Profile profile;

	private final List<String> chosen;

	/**
	 * Create.
	 * @param profile the amount of work
	 * @param chosen the contenders, or none for those of each scenario
	 */
	Scenarios(Profile profile, List<String> chosen) {
		this.profile = profile;
		this.chosen = chosen;
	}

	List<Run> of(String scenario) {
		return switch (scenario) {
			case "flood" -> flood();
			case "bursts" -> bursts();
			case "latency" -> latency();
			case "shapes" -> shapes();
			case "location" -> location();
			case "json" -> packaged("json");
			case "packaged" -> packaged("packaged");
			case "team" -> packaged("team");
			case "footprint" -> footprint();
			default -> throw new IllegalArgumentException("There is no scenario " + scenario);
		};
	}

	private List<String> contenders() {
		return this.profile.full() ? chosenOr(Contender.general()) : main();
	}

	private List<String> main() {
		return chosenOr(MAIN);
	}

	/**
	 * Return those of scenarios with many runs.
	 */
	private List<String> some() {
		return this.profile.full() ? main() : chosenOr(SOME);
	}

	private List<String> chosenOr(List<String> all) {
		return this.chosen.isEmpty() ? all : this.chosen.stream().filter(Contender.general()::contains).toList();
	}

	/**
	 * Floods. The short form has all stacks with the most of several numbers of threads
	 * only.
	 */
	private List<Run> flood() {
		List<Run> runs = new ArrayList<>();
		int most = (this.profile.threads().size() > 1) ? Collections.max(this.profile.threads()) : 0;
		for (int threads : this.profile.threads()) {
			for (String contender : (threads == most) ? chosenOr(Contender.general()) : contenders()) {
				runs.add(Run.of("flood", contender, "flood").with("threads", threads).sized(this.profile));
			}
		}
		return runs;
	}

	private List<Run> bursts() {
		return contenders().stream()
			.map((contender) -> Run.of("bursts", contender, "bursts")
				.with("threads", 4)
				.with("calls", this.profile.calls())
				.sized(this.profile))
			.toList();
	}

	private List<Run> latency() {
		List<Run> runs = new ArrayList<>();
		for (int threads : this.profile.full() ? List.of(1, 4, 16) : List.of(4)) {
			for (String contender : main()) {
				runs.add(Run.of("latency", contender, "paced")
					.with("threads", threads)
					.option("rates", RATES)
					.sized(this.profile)
					.option("seconds", this.profile.pacedSeconds()));
			}
		}
		return runs;
	}

	/**
	 * Other events than those of the floods: the time and the bytes of a call while no
	 * queue is full, and a flood.
	 */
	private List<Run> shapes() {
		List<Run> runs = new ArrayList<>();
		for (String contender : some()) {
			for (String shape : List.of("strings", "none", "eight", "types", "unicode", "size500", "loggers10")) {
				runs.add(shape(contender, shape).option("shape", shape));
			}
			runs.add(large(contender, "size8000"));
			runs.add(shape(contender, "mdc 3").option("mdc", 3).option("pattern", MDC_PATTERN));
			runs.add(shape(contender, "traced").option("shape", "traced")
				.option("threads", 1)
				.option("pattern", TRACE_PATTERN));
			runs.add(large(contender, "throwable").option("pattern", Run.PATTERN + "%ex"));
			if (Runtime.version().feature() >= VIRTUAL_THREADS) {
				runs.add(shape(contender, "virtual threads").option("virtual", true));
			}
			if (!contender.startsWith("logback") && !contender.startsWith("logstash")) {
				runs.add(shape(contender, "Log4j API").option("api", "log4j"));
			}
		}
		return runs;
	}

	private Run shape(String contender, String shape) {
		return Run.of("shapes", contender, "flood,batch")
			.parameter("shape", shape)
			.option("threads", 4)
			.sized(this.profile)
			.option("events", this.profile.events() / 5)
			.option("seconds", this.profile.seconds() / 4)
			.option("calls", UNCONTENDED / 4)
			.option("batches", this.profile.batches());
	}

	/**
	 * So few calls that their events fit into the ring's memory for large events.
	 */
	private Run large(String contender, String shape) {
		return shape(contender, shape).option("shape", shape)
			.option("calls", 400)
			.option("events", this.profile.events() / 100)
			.option("warmup-events", this.profile.warmUpEvents() / 20);
	}

	private List<Run> location() {
		List<Run> runs = new ArrayList<>();
		for (String contender : chosenOr(SOME)) {
			for (boolean location : List.of(false, true)) {
				runs.add(Run.of("location", contender, "batch")
					.with("location", location)
					.option("threads", 1)
					.sized(this.profile)
					.option("warmup-events", this.profile.warmUpEvents() / 5)
					.option("calls", UNCONTENDED)
					.option("batches", 2 * this.profile.batches())
					.option("frames", FRAMES)
					.option("pattern", location ? Run.PATTERN.replace("%c", "%C.%M:%L") : Run.PATTERN)
					.flag("-Dringlog.location.capture=" + location));
			}
		}
		return runs;
	}

	private List<Run> packaged(String scenario) {
		return Contender.startingWith(scenario + "-")
			.stream()
			.map((contender) -> Run.of(scenario, contender, "flood")
				.with("threads", 2)
				.sized(this.profile)
				.option("events", this.profile.events() / 5))
			.toList();
	}

	private List<Run> footprint() {
		List<Run> runs = new ArrayList<>();
		List<String> contenders = new ArrayList<>(List.of("boot-log4j"));
		contenders.addAll(main());
		for (String contender : contenders) {
			runs.add(Run.of("footprint", contender, "footprint")
				.sized(this.profile)
				.option("events", 100_000)
				.option("seconds", this.profile.idleSeconds()));
		}
		return runs;
	}

}
