package io.github.ringlog.it;

import java.nio.file.Path;

import io.github.ringlog.it.app.ReturningApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for events that are in the ring when {@code main} returns, or when somebody stops
 * Log4j: all are written, once, whoever has registered what.
 */
class EndOfJvmTests {

	private static final String FIFTY_MICROSECONDS_AN_EVENT = """
			<Configuration>
			  <Appenders>
			    <SleepyFile name="slow" fileName="returning.log" every="20"><PatternLayout pattern="%m%n"/></SleepyFile>
			  </Appenders>
			  <Loggers>
			    <Logger name="returning" level="info" additivity="false"><AppenderRef ref="slow"/></Logger>
			    <Root level="off"/>
			  </Loggers>
			</Configuration>
			""";

	@TempDir
	private Path directory;

	@Test
	void drainsTheRingWithoutSpringsShutdownHook() {
		assertWritesAll(10_000, "no-hook");
	}

	@Test
	void drainsTheRingOnceWithSpringsShutdownHook() {
		assertWritesAll(10_000);
	}

	@Test
	void drainsTheRingWhenLog4jIsShutDownThoughLog4jGivesItFiftyMilliseconds() {
		assertWritesAll(20_000, "shutdown");
	}

	@Test
	void drainsTheRingOnceWhenLog4jIsShutDownAndNoHookIsThere() {
		assertWritesAll(10_000, "shutdown", "no-hook");
	}

	@Test
	void reportsWhatIsLoggedAfterLog4jWasShutDown() {
		RunningJvm application = run(100, "shutdown", "--returning.late=1000");
		assertThat(application.errors()).contains("Ringlog: 1000 log events could not be written")
			.contains("INFO 1000 (shutdown 1000)")
			.contains("1000 of them came when logging had stopped");
	}

	private void assertWritesAll(int events, Object... arguments) {
		RunningJvm application = run(events, arguments);
		assertThat(application.printed("inRing")).isGreaterThan(events / 10);
		new LogFile(this.directory.resolve("returning.log")).assertHoldsAllInOrder(1, events);
		assertThat(application.errors()).doesNotContain("Ringlog");
	}

	private RunningJvm run(int events, Object... arguments) {
		RunningJvm application = ChildJvm.of(this.directory, ReturningApplication.class)
			.log4j(FIFTY_MICROSECONDS_AN_EVENT)
			.argument("--ringlog.buffer.size=32768", "--returning.events=" + events)
			.argument(arguments)
			.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		return application;
	}

}
