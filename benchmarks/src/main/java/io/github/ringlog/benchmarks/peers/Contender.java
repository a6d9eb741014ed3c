package io.github.ringlog.benchmarks.peers;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A stack that is compared.
 *
 * @param id the name in raw results and options
 * @param label the name in the report
 * @param backend how the load starts it
 * @param classPath directories of jars, or a class path of Ringlog's application
 * @param configuration the name of the configuration, or "packaged"
 * @param flush whether each event is flushed
 * @param flags the arguments of the JVM that are its own
 */
record Contender(String id, String label, String backend, List<String> classPath, String configuration, boolean flush,
		List<String> flags) {

	static final String PACKAGED = "packaged";

	private static final String ASYNC = "-Dlog4j2.contextSelector=org.apache.logging.log4j.core.async.AsyncLoggerContextSelector";

	private static final String[] TUNED = { ASYNC, "-Dlog4j2.asyncLoggerRingBufferSize=16384",
			"-Dlog4j2.asyncLoggerWaitStrategy=Sleep", "-Dlog4j2.garbagefreeThreadContextMap=true" };

	private static final String OFF = "-Dringlog.enabled=false";

	private static final List<Contender> ALL = List.of(ringlog("ringlog", "Ringlog", "log4j-random"),
			ringlog("ringlog-batched", "Ringlog, BatchedRollingFile", "ringlog-batched"),
			ringlog("ringlog-rolling", "Ringlog, RollingRandomAccessFile", "log4j-rolling"),
			log4j("log4j-async", "Log4j async, Disruptor 4", "disruptor", "log4j-random", ASYNC),
			log4j("log4j-async-disruptor3", "Log4j async, Disruptor 3.4.4", "disruptor3", "log4j-random", ASYNC),
			log4j("log4j-async-servlet", "Log4j async in a servlet application, Disruptor 4", "disruptor,servlet",
					"log4j-random", ASYNC),
			log4j("log4j-async-servlet-disruptor3", "Log4j async in a servlet application, Disruptor 3.4.4",
					"disruptor3,servlet", "log4j-random", ASYNC),
			log4j("log4j-async-tuned", "Log4j async, tuned, Disruptor 4", "disruptor", "log4j-random", TUNED),
			log4j("log4j-async-tuned-disruptor3", "Log4j async, tuned, Disruptor 3.4.4", "disruptor3", "log4j-random",
					TUNED),
			log4j("log4j-async-appender", "Log4j AsyncAppender, blocking", "", "log4j-queue"),
			log4j("log4j-sync", "Log4j synchronous, buffered", "", "log4j-random"),
			log4j("log4j-sync-rolling", "Log4j synchronous, buffered, RollingRandomAccessFile", "", "log4j-rolling"),
			log4j("log4j-sync-flush", "Log4j synchronous, flushed", "", "log4j-random").flushed(),
			logback("logback-sync", "Logback synchronous", "", "logback").flushed(),
			logback("logback-sync-buffered", "Logback synchronous, buffered", "", "logback"),
			logback("logback-async", "Logback AsyncAppender, defaults", "", "logback-async").flushed(),
			logback("logback-async-lossless", "Logback AsyncAppender, lossless", "", "logback-async-lossless"),
			logback("logstash-disruptor", "logstash-logback-encoder, blocking", "logstash", "logback-logstash"),
			new Contender("floor", "Floor: encoded bytes, 256 KB writes", "floor", List.of("load"), PACKAGED, false,
					List.of()),
			ringlog("boot-log4j", "Spring Boot, Log4j", "log4j-random", OFF),
			ringlog("boot-log4j-async", "Spring Boot, Log4j async by hand", "log4j-random", ASYNC),
			ringlog("packaged-ringlog", "Ringlog, packaged configuration", PACKAGED),
			ringlog("packaged-boot-log4j", "Spring Boot with Log4j, packaged configuration", PACKAGED, OFF).flushed(),
			new Contender("packaged-boot-logback", "Spring Boot with Logback, packaged configuration", "spring",
					List.of("load", "boot-without-log4j", "logback"), PACKAGED, true, List.of()));

	private static Contender ringlog(String id, String label, String configuration, String... flags) {
		return new Contender(id, label, "spring", List.of("load", "ringlog"), configuration, false, List.of(flags));
	}

	private static Contender log4j(String id, String label, String more, String configuration, String... flags) {
		return new Contender(id, label, "log4j", classPath("log4j", more), configuration, false, List.of(flags));
	}

	private static Contender logback(String id, String label, String more, String configuration) {
		return new Contender(id, label, "logback", classPath("logback", more), configuration, false, List.of());
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
		return ALL.stream()
			.map(Contender::id)
			.filter((id) -> !id.contains("rolling") && !id.startsWith("boot-") && !id.startsWith("packaged-"))
			.toList();
	}

	Contender flushed() {
		return new Contender(this.id, this.label, this.backend, this.classPath, this.configuration, true, this.flags);
	}

	/**
	 * Return this with a file that may be a pipe. Who has no end of a batch flushes each
	 * event, as it would hold lines back while it is idle.
	 */
	Contender intoPipe() {
		String file = this.configuration.replace("log4j-random", "log4j-file")
			.replace("log4j-queue", "log4j-file-queue");
		boolean batches = this.id.contains("ringlog") || this.id.startsWith("log4j-async");
		return new Contender(this.id, this.label, this.backend, this.classPath, file, this.flush || !batches,
				this.flags);
	}

	boolean floor() {
		return this.backend.equals("floor");
	}

}
