package io.github.ringlog.it;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.ringlog.it.app.DeadlockApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.Needs;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Callers that log while they hold a lock that the writer needs. They go on, and what the
 * ring can't take is counted.
 */
class LockedCallerTests {

	private static final int AUDITS = 10;

	private static final int EVENTS = 500;

	private static final int SLOTS = 128;

	private static final String LOCKING = """
			<Configuration>
			  <Appenders>
			    <Locking name="locking" fileName="locking.log" logs="%d"><PatternLayout pattern="%%m%%n"/></Locking>
			  </Appenders>
			  <Loggers>
			    <Logger name="audit" level="info" additivity="false"><AppenderRef ref="locking"/></Logger>
			    <Logger name="pool" level="debug" additivity="false"><AppenderRef ref="locking"/></Logger>
			    <Root level="off"/>
			  </Loggers>
			</Configuration>
			""".formatted(EVENTS);

	private static final String PRINTING = """
			<Configuration>
			  <Appenders>
			    <Printing name="console"><PatternLayout pattern="%m%n"/></Printing>
			  </Appenders>
			  <Loggers>
			    <Root level="info"><AppenderRef ref="console"/></Root>
			  </Loggers>
			</Configuration>
			""";

	@TempDir
	private Path directory;

	@Test
	void anAppenderOfASynchronousLoggerMayLogUnderItsLock() {
		RunningJvm ended = run(application().log4j(LOCKING)
			.argument("--ringlog.synchronous.loggers=audit", "--deadlock.audits=" + AUDITS));
		assertThat(ended.printed("dropped")).isZero();
		List<String> audits = IntStream.range(0, AUDITS).mapToObj((i) -> "audit " + i).toList();
		Stream<String> connections = IntStream.range(0, AUDITS * EVENTS).mapToObj((i) -> "connection " + i % EVENTS);
		assertThat(new LogFile(this.directory.resolve("locking.log")).lines())
			.containsExactlyInAnyOrderElementsOf(Stream.concat(audits.stream(), connections).toList());
	}

	@ParameterizedTest
	@EnumSource
	void aTextMayLogUnderTheLockOfTheStreamThatPrintsIt(Caller caller) {
		assertPrintsAndLogs(caller, application().log4j(PRINTING));
	}

	@ParameterizedTest
	@EnumSource
	void aTextMayLogToTheConsoleUnderTheLockOfStandardOutput(Caller caller) {
		assertPrintsAndLogs(caller, application());
	}

	@ParameterizedTest
	@EnumSource
	void aTextMayWaitUnderThatLockForOneOfACaller(Caller caller) {
		assertPrintsAndLogs(caller, application().log4j(PRINTING).argument("--deadlock.chain=true"));
	}

	private static void assertPrintsAndLogs(Caller caller, ChildJvm application) {
		if (caller != Caller.PLATFORM_THREAD) {
			application.java(Needs.jdk(21)).argument("--deadlock.virtual=" + (caller == Caller.VIRTUAL_THREAD));
		}
		RunningJvm ended = run(application.argument("--deadlock.events=" + EVENTS));
		assertThat(ended.printedText("printed")).isEqualTo("text");
		List<Integer> written = ended.output()
			.lines()
			.filter((line) -> line.contains("event "))
			.map(LockedCallerTests::number)
			.toList();
		// The ring was full, and nobody emptied it: the rest is counted as locked.
		assertThat(written).isSorted().doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(SLOTS);
		assertThat(written.size() + ended.printed("dropped")).isEqualTo(EVENTS);
		assertThat(ended.printed("dropped")).isPositive();
	}

	private static int number(String line) {
		return Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1));
	}

	private ChildJvm application() {
		return ChildJvm.of(this.directory, DeadlockApplication.class).argument("--ringlog.buffer.size=" + SLOTS);
	}

	private static RunningJvm run(ChildJvm application) {
		RunningJvm running = application.start().awaitEnd(Duration.ofSeconds(90));
		assertThat(running.exitCode()).as(running.describe()).isZero();
		return running;
	}

	/**
	 * Names who holds the lock, and on which JVM.
	 */
	enum Caller {

		/** A platform thread on the JVM of the tests. */
		PLATFORM_THREAD,

		/** A platform thread on a JVM that has virtual threads. */
		PLATFORM_THREAD_OF_A_LATER_JVM,

		/** A virtual thread. */
		VIRTUAL_THREAD

	}

}
