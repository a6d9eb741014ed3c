package io.github.ringlog.it;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.ringlog.it.app.UnrunCallerApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.Needs;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Virtual threads that are first in line for a full ring, and get no carrier to run on.
 */
class UnrunCallerTests {

	private static final int SLOTS = 128;

	private static final String GATE = """
			<Configuration>
			  <Appenders>
			    <GateFile name="file" fileName="unrun.log" gate="gate"><PatternLayout pattern="%m%n"/></GateFile>
			  </Appenders>
			  <Loggers>
			    <Logger name="stuck" level="info" additivity="false"><AppenderRef ref="file"/></Logger>
			    <Root level="off"/>
			  </Loggers>
			</Configuration>
			""";

	@TempDir
	private Path directory;

	@BeforeEach
	void closeGate() throws Exception {
		Files.createFile(this.directory.resolve("gate"));
	}

	@Test
	void doesNotHoldUpAPlatformThreadWhenTheAppenderRecovers() throws Exception {
		assertAllWritten(List.of("first", "platform"), "--unrun.carriers=wait");
	}

	@Test
	void doesNotHoldUpTheVirtualThreadsThatKeepItFromRunning() throws Exception {
		assertAllWritten(List.of("first", "pinned", "pinned", "platform"), "--unrun.carriers=log");
	}

	@Test
	void doesNotMakeTheRingFullForEventsThatMayBeDropped() throws Exception {
		assertAllWritten(List.of("first", "platform"), "--unrun.carriers=wait", "--unrun.level=info",
				"--ringlog.overflow.policy=drop");
	}

	@Test
	void doesNotKeepOthersLongerThanMaxBlock() {
		try (RunningJvm application = start("--unrun.carriers=log", "--unrun.max-block=300ms",
				"--ringlog.shutdown.drain-timeout=1s")) {
			application.awaitPrinted("waiting");
			application.awaitEnd(Duration.ofSeconds(60));
			assertThat(application.printed("dropped.ERROR.timeout")).as(application.describe()).isEqualTo(4);
		}
	}

	@Test
	void doesNotHoldUpOthersTogetherWithMoreThanThereAreSlots() throws Exception {
		int callers = SLOTS + 2;
		List<String> late = new ArrayList<>(Collections.nCopies(callers, "first"));
		late.addAll(List.of("pinned", "pinned", "platform"));
		assertAllWritten(late, "--unrun.carriers=log", "--unrun.callers=" + callers);
	}

	private void assertAllWritten(List<String> late, Object... arguments) throws Exception {
		Stream<String> fill = IntStream.range(0, SLOTS).mapToObj((i) -> "event " + i);
		try (RunningJvm application = start(arguments)) {
			application.awaitPrinted("waiting");
			Files.delete(this.directory.resolve("gate"));
			application.awaitEnd(Duration.ofSeconds(60));
			assertThat(new LogFile(this.directory.resolve("unrun.log")).lines()).as(application.describe())
				.containsExactlyInAnyOrderElementsOf(Stream.concat(fill, late.stream()).toList());
		}
	}

	private RunningJvm start(Object... arguments) {
		return ChildJvm.of(this.directory, UnrunCallerApplication.class)
			.java(Needs.jdk(21))
			.jvmOption("-Djdk.virtualThreadScheduler.parallelism=2")
			.jvmOption("-Djdk.virtualThreadScheduler.maxPoolSize=2")
			.log4j(GATE)
			.argument("--ringlog.buffer.size=" + SLOTS, "--unrun.fill=" + SLOTS)
			.argument(arguments)
			.start();
	}

}
