package io.github.ringlog.it;

import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.ringlog.it.app.BacklogApplication;
import io.github.ringlog.it.app.EndingApplication;
import io.github.ringlog.it.app.ExitingAppenderApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for events that are in the ring when the application ends.
 */
class EndOfApplicationTests {

	// Takes the appender more than two seconds.
	private static final int BACKLOG = 2_000;

	private static final Pattern LOST = Pattern.compile(
			"Ringlog: (\\d+) log events? could not be written before shutdown and (?:is|are) lost: INFO (\\d+) \\(shutdown (\\d+)\\)");

	private static final String ONE_MILLISECOND_AN_EVENT = """
			<Configuration>
			  <Appenders>
			    <SleepyFile name="slow" fileName="backlog.log"><PatternLayout pattern="%m%n"/></SleepyFile>
			  </Appenders>
			  <Loggers>
			    <Logger name="backlog" level="info" additivity="false"><AppenderRef ref="slow"/></Logger>
			    <Root level="warn"/>
			  </Loggers>
			</Configuration>
			""";

	@TempDir
	private Path directory;

	@Test
	void reportsWhatIsNotWrittenWithinTheDrainTimeout() {
		try (RunningJvm application = startWithBacklog("1s")) {
			long start = System.nanoTime();
			application.terminate();
			application.awaitEnd(Duration.ofSeconds(30));
			Duration took = Duration.ofNanos(System.nanoTime() - start);
			Matcher lost = LOST.matcher(application.errors());
			assertThat(lost.find()).as(application.describe()).isTrue();
			assertThat(lost.group(1)).isEqualTo(lost.group(2)).isEqualTo(lost.group(3));
			assertThat(writtenInOrder() + Long.parseLong(lost.group(1))).isEqualTo(BACKLOG);
			assertThat(took).isBetween(Duration.ofMillis(900), Duration.ofSeconds(20));
		}
	}

	@Test
	void writesEverythingThatTheDrainTimeoutLeavesTimeFor() {
		try (RunningJvm application = startWithBacklog("90s")) {
			application.terminate();
			application.awaitEnd(Duration.ofSeconds(95));
			assertThat(writtenInOrder()).as(application.describe()).isEqualTo(BACKLOG);
			assertThat(application.errors()).doesNotContain("Ringlog");
		}
	}

	@Test
	void writesTheLastEventBeforeSystemExit() {
		RunningJvm application = ChildJvm.of(this.directory, EndingApplication.class).argument("exit").run();
		assertThat(application.exitCode()).isEqualTo(1);
		assertThat(application.output()).as(application.describe()).contains("the last event before the exit");
	}

	@Test
	void doesNotWaitForAWriterThatEndsTheJvm() {
		try (RunningJvm application = exiting("--ringlog.shutdown.drain-timeout=5m")) {
			application.awaitEnd(Duration.ofMinutes(1));
			assertThat(application.exitCode()).isEqualTo(3);
			assertThat(application.errors()).as(application.describe())
				.contains("Ringlog: 100 log events could not be written before shutdown and are lost: "
						+ "ERROR 100 (shutdown 100).");
		}
	}

	@Test
	void doesNotWaitForACallerThatEndsTheJvmFromAnAppender() {
		try (RunningJvm application = exiting("--ringlog.synchronous.loggers=exiting",
				"--ringlog.shutdown.drain-timeout=500ms")) {
			application.awaitEnd(Duration.ofMinutes(1));
			assertThat(application.exitCode()).isEqualTo(3);
		}
	}

	private RunningJvm exiting(Object... arguments) {
		return ChildJvm.of(this.directory, ExitingAppenderApplication.class).log4j("""
				<Configuration>
				  <Appenders><Exiting name="exiting"/></Appenders>
				  <Loggers>
				    <Logger name="exiting" level="info" additivity="false"><AppenderRef ref="exiting"/></Logger>
				    <Root level="off"/>
				  </Loggers>
				</Configuration>
				""").argument(arguments).start();
	}

	@Test
	void writesTheStackTraceOfAFailedStart() {
		RunningJvm application = ChildJvm.of(this.directory, EndingApplication.class).argument("throw").run();
		assertThat(application.exitCode()).isEqualTo(1);
		assertThat(application.output()).as(application.describe())
			.contains("the last event before the failure", "Application run failed",
					"java.lang.IllegalStateException: thrown during start-up",
					"at io.github.ringlog.it.app.EndingApplication");
	}

	private RunningJvm startWithBacklog(String drainTimeout) {
		RunningJvm application = ChildJvm.of(this.directory, BacklogApplication.class)
			.log4j(ONE_MILLISECOND_AN_EVENT)
			.argument("--ringlog.buffer.size=65536", "--ringlog.shutdown.drain-timeout=" + drainTimeout,
					"--backlog.events=" + BACKLOG)
			.start();
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> application.output().contains("logged="));
		return application;
	}

	/**
	 * Return how many events are in the file, without a gap and in order.
	 */
	private long writtenInOrder() {
		long next = 0;
		for (String line : new LogFile(this.directory.resolve("backlog.log")).lines()) {
			assertThat(line).isEqualTo("event " + next);
			next++;
		}
		return next;
	}

}
