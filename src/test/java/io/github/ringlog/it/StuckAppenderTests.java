package io.github.ringlog.it;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.github.ringlog.it.app.StuckApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An appender that is stuck, a full ring, and callers that wait for a slot.
 */
class StuckAppenderTests {

	private static final int SLOTS = 128;

	private static final int THREADS = 10;

	private static final String GATE = """
			<Configuration>
			  <Appenders>
			    <GateFile name="file" fileName="stuck.log" gate="gate">
			      <PatternLayout pattern="%d{UNIX_MILLIS} %m%n"/>
			    </GateFile>
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
	void doesNotKeepSigtermFromEndingTheProcess() {
		try (RunningJvm application = startStuck()) {
			application.awaitPrinted("waiting");
			application.terminate();
			application.awaitEnd(Duration.ofSeconds(60));
			assertThat(lines()).isEmpty();
			// The last one is Spring's shutdown hook's.
			assertThat(application.errors()).contains(
					"Ringlog: %d log events could not be written before shutdown and".formatted(SLOTS + THREADS + 1)
							+ " are lost: ERROR %1$d (shutdown %1$d), INFO %2$d (shutdown %2$d).".formatted(THREADS,
									SLOTS + 1));
		}
	}

	@Test
	void leavesThoseThatWaitWhenTheJvmEndsInTheReport() {
		try (RunningJvm application = startStuck("--ringlog.overflow.policy=drop")) {
			application.awaitPrinted("waiting");
			application.terminate();
			application.awaitEnd(Duration.ofSeconds(60));
			assertThat(lines()).isEmpty();
			// The last event of all was dropped, as the policy says, and not by the end.
			assertThat(application.errors()).contains("Ringlog: %d log events could not be written before shutdown and"
				.formatted(SLOTS + THREADS)
					+ " are lost: ERROR %1$d (shutdown %1$d), INFO %2$d (shutdown %2$d).".formatted(THREADS, SLOTS));
		}
	}

	@Test
	void doesNotKeepSigtermFromEndingAProcessWhoseCallersWriteThemselves() {
		// Some of these log before Ringlog's own hook runs.
		int hooks = 20;
		try (RunningJvm application = startStuck("--ringlog.overflow.policy=synchronous", "--stuck.hooks=" + hooks)) {
			application.awaitPrinted("waiting");
			application.terminate();
			application.awaitEnd(Duration.ofSeconds(20));
			assertThat(lines()).isEmpty();
			assertThat(application.errors())
				.contains("Ringlog: %d log events could not be written before shutdown and".formatted(SLOTS + 1 + hooks)
						+ " are lost: INFO %1$d (shutdown %1$d).".formatted(SLOTS + 1 + hooks));
		}
	}

	private RunningJvm startStuck(Object... arguments) {
		return ChildJvm.of(this.directory, StuckApplication.class)
			.log4j(GATE)
			.argument("--ringlog.buffer.size=" + SLOTS, "--ringlog.shutdown.drain-timeout=1s", "--stuck.fill=" + SLOTS,
					"--stuck.threads=" + THREADS)
			.argument(arguments)
			.start();
	}

	private List<String> lines() {
		return new LogFile(this.directory.resolve("stuck.log")).lines();
	}

}
