package io.github.ringlog.benchmarks.peers;

import java.util.ArrayList;
import java.util.List;

/**
 * The runs of each scenario, in the order in which a round takes them.
 */
final class Scenarios {

	private static final String MDC_PATTERN = Run.PATTERN.replace("%m", "%X{key0} %X{key1} %m");

	static final List<String> ALL = List.of("flood", "bursts", "packaged", "latency", "footprint", "scaling", "shapes",
			"location");

	/**
	 * The contenders of the long scenarios: each kind once, in its best lossless form.
	 */
	private static final List<String> MAIN = List.of("ringlog", "log4j-async-tuned-disruptor3", "log4j-async-servlet",
			"log4j-async-appender", "log4j-sync", "log4j-sync-flush", "logback-sync", "logback-async-lossless",
			"logstash-disruptor");

	/** Events a second into a sink that stalls: many times what its pipe holds. */
	private static final int STALL_RATE = 20_000;

	/** What fits into every ring, so that the cost of a call has no waiting in it. */
	private static final int UNCONTENDED = 12_000;

	/** About what is below a log call of a web application. */
	private static final int FRAMES = 40;

	/** The version of Java that has them; without such a JDK their runs are left out. */
	private static final int VIRTUAL_THREADS = 21;

	private final Profile profile;

	Scenarios(Profile profile) {
		this.profile = profile;
	}

	List<Run> of(String scenario) {
		return switch (scenario) {
			case "flood" -> flood();
			case "bursts" -> bursts();
			case "packaged" -> packaged();
			case "latency" -> latency();
			case "footprint" -> footprint();
			case "scaling" -> scaling();
			case "shapes" -> shapes();
			case "location" -> location();
			default -> throw new IllegalArgumentException("There is no scenario " + scenario);
		};
	}

	private List<String> contenders() {
		return this.profile.name().equals("short") ? MAIN : Contender.general();
	}

	private List<Run> flood() {
		List<Run> runs = new ArrayList<>();
		for (int threads : this.profile.threads()) {
			for (String contender : contenders()) {
				if (!Contender.of(contender).floor()) {
					runs.add(Run.of("flood", contender, "flood").with("threads", threads).sized(this.profile));
				}
			}
		}
		if (!this.profile.name().equals("short")) {
			int most = Math.min(50, this.profile.threads().get(this.profile.threads().size() - 1));
			for (String contender : List.of("ringlog-rolling", "log4j-sync-rolling")) {
				runs.add(Run.of("flood", contender, "flood").with("threads", most).sized(this.profile));
			}
			runs.add(Run.of("flood", "floor", "flood").with("threads", 1).sized(this.profile));
		}
		return runs;
	}

	private List<Run> bursts() {
		return contenders().stream()
			.filter((contender) -> !Contender.of(contender).floor())
			.map((contender) -> Run.of("bursts", contender, "bursts")
				.with("threads", 4)
				.with("calls", this.profile.calls())
				.sized(this.profile))
			.toList();
	}

	private List<Run> packaged() {
		List<Run> runs = new ArrayList<>();
		for (String contender : List.of("packaged-ringlog", "packaged-boot-log4j", "packaged-boot-logback")) {
			runs.add(Run.of("packaged", contender, "flood")
				.with("threads", 2)
				.option("logback", contender.endsWith("logback"))
				.sized(this.profile)
				.option("events", this.profile.events() / 5)
				.flag("-Dspring.main.banner-mode=off")
				.flag("-Dspring.main.log-startup-info=false")
				// It tells how it logs, which would be one more line.
				.flag("-Dlogging.level.io.github.ringlog=warn")
				.flag("-Dlogging.log4j2.rollingpolicy.max-file-size=1TB")
				.flag("-Dlogging.logback.rollingpolicy.max-file-size=1TB"));
		}
		return runs;
	}

	private List<Run> latency() {
		List<Run> runs = new ArrayList<>();
		for (int threads : this.profile.complete() ? List.of(1, 4, 16) : List.of(4)) {
			for (String contender : MAIN) {
				runs.add(Run.of("latency", contender, "paced")
					.with("threads", threads)
					.option("loads", "1,10,50")
					.sized(this.profile)
					.option("seconds", this.profile.pacedSeconds()));
			}
		}
		return runs;
	}

	private List<Run> footprint() {
		List<Run> runs = new ArrayList<>();
		List<String> contenders = new ArrayList<>(List.of("boot-log4j", "boot-log4j-async"));
		contenders.addAll(MAIN);
		for (String contender : contenders) {
			runs.add(Run.of("footprint", contender, "footprint")
				.parameter("what", "application")
				.sized(this.profile)
				.option("events", 100_000)
				.option("seconds", this.profile.idleSeconds()));
		}
		for (String contender : MAIN) {
			runs.add(Run.of("footprint", contender, "stall")
				.parameter("what", "stall")
				.option("threads", 4)
				.option("rate", STALL_RATE)
				.option("pause", this.profile.stallSeconds())
				.option("seconds", 4 * this.profile.stallSeconds())
				.intoPipe());
		}
		return runs;
	}

	private List<Run> scaling() {
		List<Run> runs = new ArrayList<>();
		for (int size : this.profile.complete() ? List.of(128, 1024, 4096, 16384, 65536, 262144) : List.of(1024)) {
			runs.add(measured(Run.of("scaling", "ringlog", "flood").with("ring", size))
				.flag("-Dringlog.buffer.size=" + size));
			runs.add(measured(Run.of("scaling", "log4j-async-tuned-disruptor3", "flood").with("ring", size))
				.flag("-Dlog4j2.asyncLoggerRingBufferSize=" + size));
		}
		for (int threads : this.profile.complete() ? List.of(1, 2, 4, 8, 16, 32) : List.of(1)) {
			runs.add(cost(Run.of("scaling", "ringlog", "batch").with("threads", threads)));
			runs.add(cost(Run.of("scaling", "log4j-sync", "batch").with("threads", threads)));
		}
		runs.add(cost(Run.of("scaling", "floor", "batch").with("threads", 1)));
		return runs;
	}

	private List<Run> shapes() {
		List<Run> runs = new ArrayList<>();
		for (String contender : List.of("ringlog", "log4j-async-tuned-disruptor3", "log4j-sync",
				"logback-async-lossless")) {
			for (int parameters : List.of(0, 2, 10)) {
				runs.add(shape(contender, "parameters " + parameters).option("parameters", parameters));
			}
			for (int size : this.profile.complete() ? List.of(50, 500, 2048, 8192) : List.of(8192)) {
				// About the same bytes in all, so that a round does not fill the memory.
				int events = (int) Math.max(200, shapeEvents() * Math.min(1, 200.0 / size));
				runs.add(shape(contender, "size " + size).option("size", size)
					.option("events", events)
					.option("warmup-events", Math.min(events, this.profile.warmUpEvents()))
					// Less than what Ringlog lets large events hold.
					.option("calls", Math.min(2_000, 1_000_000 / size)));
			}
			for (int entries : List.of(0, 2, 10)) {
				runs.add(shape(contender, "mdc " + entries).option("mdc", entries).option("pattern", MDC_PATTERN));
			}
			runs.add(shape(contender, "loggers 10").option("loggers", 10));
			runs.add(shape(contender, "loggers 10, mdc 2").option("loggers", 10)
				.option("mdc", 2)
				.option("pattern", MDC_PATTERN));
			runs.add(shape(contender, "throwable").option("throwable", true)
				.option("events", Math.max(1_000, shapeEvents() / 20))
				.option("warmup-events", Math.max(500, this.profile.warmUpEvents() / 20))
				.option("calls", 100)
				.option("pattern", Run.PATTERN + "%ex"));
			for (boolean virtual : Jdk.atLeast(VIRTUAL_THREADS).isPresent() ? List.of(false, true)
					: List.<Boolean>of()) {
				runs.add(shape(contender, (virtual ? "virtual" : "platform") + " threads").option("virtual", virtual)
					.onJava(VIRTUAL_THREADS));
			}
			if (!contender.startsWith("logback")) {
				runs.add(shape(contender, "Log4j API").option("api", "log4j"));
			}
		}
		return runs;
	}

	private Run shape(String contender, String shape) {
		return measured(Run.of("shapes", contender, "flood,batch")).parameter("shape", shape)
			.option("calls", 2_000)
			.option("batches", this.profile.batches());
	}

	private List<Run> location() {
		List<Run> runs = new ArrayList<>();
		for (int threads : this.profile.complete() ? List.of(1, 4, 8, 16) : List.of(4)) {
			for (String contender : List.of("ringlog", "log4j-async-tuned-disruptor3", "log4j-async-appender",
					"logback-async-lossless")) {
				for (boolean location : List.of(false, true)) {
					runs.add(cost(Run.of("location", contender, "batch").with("threads", threads))
						.with("location", location)
						.option("calls", this.profile.full() ? 10_000 : 1_000)
						.option("batches", this.profile.batches())
						.option("frames", FRAMES)
						// A call with a location takes long.
						.option("warmup-events", this.profile.warmUpEvents() / 5)
						.option("pattern", location ? Run.PATTERN.replace("%c", "%C.%M:%L") : Run.PATTERN)
						.flag("-Dringlog.buffer.size=262144")
						.flag("-Dringlog.location.capture=" + location)
						.flag("-Dlog4j2.asyncLoggerRingBufferSize=262144"));
				}
			}
		}
		return runs;
	}

	private int shapeEvents() {
		return Math.max(10_000, this.profile.events() / (this.profile.full() ? 5 : 2));
	}

	private Run measured(Run run) {
		return run.option("threads", 4)
			.sized(this.profile)
			.option("events", shapeEvents())
			.option("seconds", this.profile.seconds() / (this.profile.full() ? 4 : 2))
			.option("warmup-seconds", this.profile.warmUpSeconds() / (this.profile.full() ? 3 : 1));
	}

	private Run cost(Run run) {
		return run.sized(this.profile)
			.option("calls", UNCONTENDED / Math.max(8, Integer.parseInt(run.option("threads"))))
			.option("batches", 2 * this.profile.batches())
			.option("warmup-seconds", this.profile.warmUpSeconds() / 2);
	}

}
