package io.github.ringlog.it;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.ringlog.it.app.FloodApplication;
import io.github.ringlog.it.app.SmallApplication;
import io.github.ringlog.it.app.StormApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import io.github.ringlog.kit.Signal;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A stuck appender with a ring of its own, in real processes: the file beside it gets
 * each line, and each event that the stuck one misses is counted.
 */
class IsolatedAppenderTests {

	private static final int MANY = 20_000;

	private static final String FILE = """
			<RollingFile name="sink" fileName="logs/app.log" filePattern="logs/app.log.%i">
			  <PatternLayout pattern="%m%n"/>
			  <SizeBasedTriggeringPolicy size="100MB"/>
			</RollingFile>
			""";

	@TempDir
	private Path directory;

	@Test
	void aReaderOfStandardOutputThatStandsStillHoldsUpNothing() throws Exception {
		String console = "<Console name=\"console\" follow=\"false\"><PatternLayout pattern=\"%m%n\"/></Console>";
		AtomicReference<Process> reader = new AtomicReference<>();
		ChildJvm application = Rounds.application(this.directory, console + FILE, List.of("console", "sink"),
				"--ringlog.buffer.size=1024", "--ringlog.isolation.console.buffer-size=128");
		try (Rounds rounds = new Rounds(this.directory,
				application.startInto(new ProcessBuilder("cat"), reader::set))) {
			rounds.log(1000);
			Signal.STOP.send(reader.get().toHandle());
			rounds.log(MANY);
			assertThat(Rounds.lines(log())).hasSize(rounds.attempted());
			Signal.CONT.send(reader.get().toHandle());
			rounds.log(1000);
			Rounds.Counts end = rounds.end();
			assertThat(reader.get().waitFor(1, TimeUnit.MINUTES)).isTrue();
			assertThat(Rounds.lines(log())).hasSize(rounds.attempted());
			assertThat(end.dropped()).isZero();
			assertThat(end.of("console", "dropped")).isPositive();
			assertThat(Rounds.lines(output()).size() + end.of("console", "dropped")).isEqualTo(rounds.attempted());
		}
	}

	@Test
	void aConsoleThatNobodyReadsHoldsUpNoFileAlthoughItDoesNotWantEachEvent() throws Exception {
		Process application = ChildJvm.of(this.directory, FloodApplication.class)
			.argument("--flood.threads=1", "--flood.events=" + MANY, "--flood.levels=WARN,INFO")
			.argument("--logging.file.name=logs/app.log", "--logging.threshold.console=WARN",
					"--logging.log4j2.rollingpolicy.max-file-size=100MB", "--ringlog.isolation.Console.policy=drop")
			.startProcess();
		try {
			Awaitility.await()
				.atMost(Duration.ofMinutes(3))
				.until(() -> Files.exists(log()) && new LogFile(log()).lines()
					.stream()
					.filter((line) -> line.endsWith("a request came, was routed and was answered"))
					.count() == MANY);
		}
		finally {
			application.destroyForcibly();
		}
	}

	/**
	 * {@code FaultMatrixTests} has those that are slow and those that throw.
	 */
	@Test
	void anAppenderThatIsStuckHoldsUpNothing() {
		String stuck = "<GateFile name='stuck' fileName='stuck.log' gate='rounds.xml'><PatternLayout pattern='%m%n'/></GateFile>";
		try (Rounds rounds = new Rounds(this.directory,
				Rounds
					.application(this.directory, stuck + FILE, List.of("stuck", "sink"),
							"--ringlog.isolation.stuck.buffer-size=128", "--ringlog.shutdown.drain-timeout=500ms")
					.start())) {
			rounds.log(MANY);
			assertThat(Rounds.lines(log())).hasSize(MANY);
			Rounds.Counts end = rounds.end();
			assertThat(end.dropped()).isZero();
			// Events that the end of the application takes from the ring stay published.
			assertThat(end.of("stuck", "written") + end.of("stuck", "dropped")).isEqualTo(MANY);
			assertThat(end.of("stuck", "errors")).isZero();
			assertThat(new LogFile(this.directory.resolve("stuck.log")).lines())
				.hasSize((int) end.of("stuck", "written"));
		}
	}

	@Test
	void sigtermWithBothRingsFullIsExactAndInTime() throws Exception {
		Path gate = Files.createFile(this.directory.resolve("gate"));
		String appenders = """
				<GateFile name="slow" fileName="slow.log" gate="gate"><PatternLayout pattern="%m%n"/></GateFile>
				<GateFile name="sink" fileName="sink.log" gate="gate"><PatternLayout pattern="%m%n"/></GateFile>
				""";
		try (Rounds rounds = new Rounds(this.directory,
				Rounds
					.application(this.directory, appenders, List.of("slow", "sink"), "--ringlog.buffer.size=128",
							"--ringlog.isolation.slow.buffer-size=128", "--ringlog.isolation.slow.policy=block",
							"--ringlog.overflow.policy=drop", "--ringlog.shutdown.drain-timeout=2s")
					.start())) {
			rounds.begin(2 * MANY);
			Rounds.Counts logged = rounds.awaitLogged();
			long start = System.nanoTime();
			rounds.terminate();
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
			assertThat(gate).exists();
			long main = told(rounds, "Ringlog: (\\d+) log events? could not be written before shutdown");
			long slow = told(rounds,
					"Ringlog: (\\d+) log events? of appender slow could not be written before shutdown");
			assertThat(main + logged.dropped()).isEqualTo(rounds.attempted());
			assertThat(main).isEqualTo(128);
			assertThat(slow).isEqualTo(1);
		}
	}

	@Test
	void anAppenderThatIsNotThereEndsTheStartWithTheNamesThereAre() {
		RunningJvm result = ChildJvm.of(this.directory, SmallApplication.class)
			.argument("--ringlog.isolation.kafka.policy=drop")
			.run();
		assertThat(result.output() + result.errors())
			.contains(
					"ringlog.isolation names kafka, but the Log4j configuration has no such appender. It has: Console.")
			.contains("Use one of these names, or remove ringlog.isolation.kafka.");
	}

	@Test
	void aStormOfLargeErrorsLeavesTheHeapAlone() throws Exception {
		Path gate = Files.createFile(this.directory.resolve("gate"));
		try (RunningJvm application = ChildJvm.of(this.directory, StormApplication.class)
			.jvmOption("-Xmx512m")
			.log4j("""
					<Configuration>
					  <Appenders>
					    <GateFile name="file" fileName="storm.log" gate="gate">
					      <PatternLayout alwaysWriteExceptions="false" pattern="%p %.10m%n"/>
					    </GateFile>
					  </Appenders>
					  <Loggers>
					    <Logger name="storm" level="info" additivity="false"><AppenderRef ref="file"/></Logger>
					    <Root level="off"/>
					  </Loggers>
					</Configuration>
					""")
			.argument("--ringlog.overflow.policy=drop", "--ringlog.overflow.drop-level=error")
			.start()) {
			application.awaitPrinted("stormed");
			// Events of 1 or 2 MiB, where there is room for 64 MiB.
			assertThat(application.printed("used")).isBetween(30L, 66L);
			assertThat(application.printed("heapMegabytes")).isLessThanOrEqualTo(64 + 64 / 5);
			Files.delete(gate);
			application.awaitEnd(Duration.ofMinutes(1));
			long written = new LogFile(this.directory.resolve("storm.log")).lines().size();
			assertThat(written + application.printed("dropped")).isEqualTo(application.printed("attempted"));
			assertThat(application.printed("recoveryMillis")).isLessThan(15_000);
		}
	}

	private static long told(Rounds rounds, String pattern) {
		Matcher matcher = Pattern.compile(pattern).matcher(rounds.errors());
		return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
	}

	private Path log() {
		return this.directory.resolve("logs/app.log");
	}

	private Path output() {
		return this.directory.resolve("stdout.txt");
	}

}
