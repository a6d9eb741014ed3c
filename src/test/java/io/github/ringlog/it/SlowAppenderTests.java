package io.github.ringlog.it;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import io.github.ringlog.it.app.FloodApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import io.github.ringlog.ring.DropReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A ring that is too small for a slow appender, and each event either in the file or
 * among those counted.
 */
class SlowAppenderTests {

	private static final List<String> LEVELS = List.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR");

	private static final List<String> REASONS = Arrays.stream(DropReason.values()).map(DropReason::label).toList();

	private static final int EVENTS_A_LEVEL = 8_000;

	private static final String SLOW = """
			<Configuration>
			  <Appenders>
			    <SleepyFile name="slow" fileName="flood.log" every="50" millis="2">
			      <PatternLayout pattern="%m %p%n"/>
			    </SleepyFile>
			    <File name="other" fileName="other.log" immediateFlush="false"><PatternLayout pattern="%p %c %m%n"/></File>
			  </Appenders>
			  <Loggers>
			    <Logger name="flood" level="trace" additivity="false"><AppenderRef ref="slow"/></Logger>
			    <Root level="warn"><AppenderRef ref="other"/></Root>
			  </Loggers>
			</Configuration>
			""";

	@TempDir
	private Path directory;

	@Test
	void dropsNoEventMoreSevereThanTheDropLevel() {
		RunningJvm flood = flood("--ringlog.overflow.policy=drop", "--ringlog.overflow.drop-level=info");
		assertEachEventIsWrittenOrCounted(flood);
		assertThat(flood.printed("dropped.INFO.full")).isPositive();
		assertThat(flood.printed("dropped.DEBUG.full")).isPositive();
		assertThat(log().lines().stream().filter((line) -> line.endsWith(" ERROR"))).hasSize(EVENTS_A_LEVEL);
		assertThat(log().lines().stream().filter((line) -> line.endsWith(" WARN"))).hasSize(EVENTS_A_LEVEL);
	}

	@Test
	void dropsWhatHasWaitedForTooLong() {
		RunningJvm flood = flood("--ringlog.overflow.policy=block", "--ringlog.overflow.max-block=1ms");
		assertEachEventIsWrittenOrCounted(flood);
		assertThat(flood.printed("dropped.ERROR.timeout")).isPositive();
		assertThat(flood.printed("blocked")).isPositive();
	}

	private RunningJvm flood(String... arguments) {
		RunningJvm flood = ChildJvm.of(this.directory, FloodApplication.class)
			.log4j(SLOW)
			.argument("--ringlog.buffer.size=128", "--flood.threads=8",
					"--flood.events=" + EVENTS_A_LEVEL * LEVELS.size(), "--flood.levels=" + String.join(",", LEVELS))
			.argument((Object[]) arguments)
			.run();
		assertThat(flood.exitCode()).as(flood.describe()).isZero();
		return flood;
	}

	private void assertEachEventIsWrittenOrCounted(RunningJvm flood) {
		List<String> lines = log().lines();
		for (String level : LEVELS) {
			long dropped = REASONS.stream()
				.mapToLong((reason) -> flood.printed("dropped." + level + "." + reason))
				.sum();
			long written = lines.stream().filter((line) -> line.endsWith(" " + level)).count();
			assertThat(written + dropped).as(level + "\n" + flood.describe()).isEqualTo(EVENTS_A_LEVEL);
		}
		assertThat(flood.printed("written")).isEqualTo(flood.printed("published"));
		assertThat(flood.printed("writerErrors")).isZero();
		List<String> summaries = new LogFile(this.directory.resolve("other.log")).lines();
		assertThat(summaries).as("summaries").hasSize(1);
		assertThat(summaries.get(0)).contains("Dropped " + flood.printed("dropped") + " log events");
	}

	private LogFile log() {
		return new LogFile(this.directory.resolve("flood.log"));
	}

}
