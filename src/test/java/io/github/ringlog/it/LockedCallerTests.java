package io.github.ringlog.it;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.github.ringlog.it.app.DeadlockApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.Needs;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Callers that log while they hold a lock that the writer needs. They go on, and what the
 * ring can't take is counted.
 */
class LockedCallerTests {

	private static final int EVENTS = 500;

	private static final int SLOTS = 128;

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

	@ParameterizedTest
	@EnumSource
	void aTextMayLogUnderTheLockOfTheStreamThatPrintsIt(Caller caller) {
		ChildJvm application = ChildJvm.of(this.directory, DeadlockApplication.class)
			.log4j(PRINTING)
			.argument("--ringlog.buffer.size=" + SLOTS, "--deadlock.events=" + EVENTS);
		if (caller != Caller.PLATFORM_THREAD) {
			application.java(Needs.jdk(21)).argument("--deadlock.virtual=" + (caller == Caller.VIRTUAL_THREAD));
		}
		RunningJvm ended = application.start().awaitEnd(Duration.ofSeconds(90));
		assertThat(ended.exitCode()).as(ended.describe()).isZero();
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
