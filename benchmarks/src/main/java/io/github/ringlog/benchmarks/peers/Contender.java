package io.github.ringlog.benchmarks.peers;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A stack that is compared. Each kind is there as its users have it by default, and in
 * its best lossless form.
 *
 * @param id the name in raw results and options
 * @param label the name in the report
 * @param backend how the load starts it
 * @param classPath directories of jars, or a class path of Ringlog's application
 * @param configuration the name of the configuration, or "packaged"
 * @param queue the slots of its queue; 0: the caller writes
 * @param lossless whether it is configured to lose nothing
 * @param flush whether each event is flushed
 * @param flags the arguments of the JVM that are its own
 */
record Contender(String id, String label, String backend, List<String> classPath, String configuration, int queue,
		boolean lossless, boolean flush, List<String> flags) {

	static final String PACKAGED = "packaged";

	private static final int LARGE = 262_144;

	private static final int RINGLOG = 16_384;

	private static final int REUSING = 4_096;

	private static final String ASYNC = "-Dlog4j2.contextSelector=org.apache.logging.log4j.core.async.AsyncLoggerContextSelector";

	private static final String[] TUNED = { ASYNC, "-Dlog4j2.asyncLoggerRingBufferSize=" + RINGLOG,
			"-Dlog4j2.asyncLoggerWaitStrategy=Sleep", "-Dlog4j2.garbagefreeThreadContextMap=true" };

	private static final String OFF = "-Dringlog.enabled=false";

	private static final String[] ECS = { "-Dlogging.structured.format.file=ecs", "-Dlogging.threshold.console=off" };

	private static final List<Contender> ALL = List.of(ringlog("ringlog", "Ringlog, RandomAccessFile", "log4j-random"),
			log4j("log4j-async", "Log4j async, Disruptor 4", "disruptor", "log4j-random", ASYNC).queue(REUSING).lossy(),
			log4j("log4j-async-disruptor3", "Log4j async, Disruptor 3.4.4", "disruptor3", "log4j-random", ASYNC)
				.queue(REUSING),
			log4j("log4j-async-servlet", "Log4j async in a servlet application, Disruptor 4", "disruptor,servlet",
					"log4j-random", ASYNC)
				.queue(LARGE)
				.lossy(),
			log4j("log4j-async-servlet-disruptor3", "Log4j async in a servlet application, Disruptor 3.4.4",
					"disruptor3,servlet", "log4j-random", ASYNC)
				.queue(LARGE),
			log4j("log4j-async-tuned", "Log4j async, tuned, Disruptor 4", "disruptor", "log4j-random", TUNED)
				.queue(RINGLOG)
				.lossy(),
			log4j("log4j-async-tuned-disruptor3", "Log4j async, tuned, Disruptor 3.4.4", "disruptor3", "log4j-random",
					TUNED)
				.queue(RINGLOG),
			log4j("log4j-async-appender-default", "Log4j AsyncAppender, defaults", "", "log4j-queue").queue(1_024),
			log4j("log4j-async-appender", "Log4j AsyncAppender, blocking", "", "log4j-queue").queue(LARGE),
			log4j("log4j-sync", "Log4j synchronous, buffered", "", "log4j-random"),
			log4j("log4j-sync-flush", "Log4j synchronous, default", "", "log4j-random").flushed(),
			logback("logback-sync", "Logback synchronous, default", "", "logback").flushed(),
			logback("logback-sync-buffered", "Logback synchronous, buffered", "", "logback"),
			logback("logback-async", "Logback AsyncAppender, defaults", "", "logback-async").queue(256)
				.lossy()
				.flushed(),
			logback("logback-async-lossless", "Logback AsyncAppender, lossless", "", "logback-async").queue(LARGE),
			logback("logstash-disruptor-default", "logstash-logback-encoder, defaults", "logstash", "logback-logstash")
				.queue(8_192)
				.lossy()
				.flushed(),
			logback("logstash-disruptor", "logstash-logback-encoder, blocking", "logstash", "logback-logstash")
				.queue(LARGE),
			ringlog("boot-log4j", "Spring Boot, Log4j", "log4j-random", OFF).queue(0),
			ringlog("packaged-ringlog", "Ringlog, packaged configuration", PACKAGED),
			ringlog("packaged-boot-log4j", "Spring Boot with Log4j, packaged configuration", PACKAGED, OFF).queue(0)
				.flushed(),
			boot("packaged-boot-logback", "Spring Boot with Logback, packaged configuration"),
			ringlog("team-ringlog", "Ringlog, Console and RollingFile", "team"),
			ringlog("team-boot-log4j", "Spring Boot with Log4j, Console and RollingFile", "team", OFF).queue(0)
				.flushed(),
			ringlog("team-json-ringlog", "Ringlog, Console and RollingFile, ECS", "team-json"),
			ringlog("team-json-boot-log4j", "Spring Boot with Log4j, Console and RollingFile, ECS", "team-json", OFF)
				.queue(0)
				.flushed(),
			ringlog("json-ringlog", "Ringlog, ECS", PACKAGED, ECS),
			ringlog("json-boot-log4j", "Spring Boot with Log4j, ECS", PACKAGED, ECS[0], ECS[1], OFF).queue(0).flushed(),
			boot("json-boot-logback", "Spring Boot with Logback, ECS", ECS),
			log4j("json-log4j-async", "Log4j async, tuned, Disruptor 3.4.4, JsonTemplateLayout, ECS",
					"disruptor3,log4j-json", "log4j-json", TUNED)
				.queue(RINGLOG),
			logback("json-logstash", "logstash-logback-encoder, blocking, LogstashEncoder", "logstash,jackson",
					"logback-json")
				.queue(LARGE));

	private static Contender ringlog(String id, String label, String configuration, String... flags) {
		return new Contender(id, label, "spring", List.of("load", "ringlog"), configuration, RINGLOG, true, false,
				List.of(flags));
	}

	private static Contender boot(String id, String label, String... flags) {
		return new Contender(id, label, "spring", List.of("load", "boot-without-log4j", "logback"), PACKAGED, 0, true,
				true, List.of(flags));
	}

	private static Contender log4j(String id, String label, String more, String configuration, String... flags) {
		return new Contender(id, label, "log4j", classPath("log4j", more), configuration, 0, true, false,
				List.of(flags));
	}

	private static Contender logback(String id, String label, String more, String configuration) {
		return new Contender(id, label, "logback", classPath("logback", more), configuration, 0, true, false,
				List.of());
	}

	private static List<String> classPath(String library, String more) {
		return Stream.concat(Stream.of("load", library), Arrays.stream(more.split(",")))
			.filter((name) -> !name.isEmpty())
			.toList();
	}

	static Contender of(String id) {
		return ALL.stream()
			.filter((contender) -> contender.id().equals(id))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("There is no contender " + id));
	}

	static List<Contender> all() {
		return ALL;
	}

	/**
	 * Return those that can be compared in floods, without those of one scenario only.
	 */
	static List<String> general() {
		return ALL.stream().map(Contender::id).filter((id) -> !id.matches("(boot|packaged|team|json)-.*")).toList();
	}

	/**
	 * Return those of one scenario only.
	 */
	static List<String> startingWith(String prefix) {
		return ALL.stream().map(Contender::id).filter((id) -> id.startsWith(prefix)).toList();
	}

	private Contender queue(int size) {
		return new Contender(this.id, this.label, this.backend, this.classPath, this.configuration, size, this.lossless,
				this.flush, this.flags);
	}

	private Contender lossy() {
		return new Contender(this.id, this.label, this.backend, this.classPath, this.configuration, this.queue, false,
				this.flush, this.flags);
	}

	private Contender flushed() {
		return new Contender(this.id, this.label, this.backend, this.classPath, this.configuration, this.queue,
				this.lossless, true, this.flags);
	}

	/**
	 * Return whether it writes to standard output, too.
	 */
	boolean console() {
		return packaged() || this.configuration.startsWith("team");
	}

	boolean packaged() {
		return this.configuration.equals(PACKAGED);
	}

}
