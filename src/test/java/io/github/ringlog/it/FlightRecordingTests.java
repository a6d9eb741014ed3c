package io.github.ringlog.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.github.ringlog.it.app.FloodApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A flood that the ring can't take, with a flight recorder aboard.
 */
class FlightRecordingTests {

	private static final int EVENTS = 20_000;

	private static final String SLOW = """
			<Configuration>
			  <Appenders>
			    <SleepyFile name="slow" fileName="flood.log" every="100" millis="5">
			      <PatternLayout pattern="%m%n"/>
			    </SleepyFile>
			    <File name="other" fileName="other.log"><PatternLayout pattern="%p %c %m%n"/></File>
			  </Appenders>
			  <Loggers>
			    <Logger name="flood" level="info" additivity="false"><AppenderRef ref="slow"/></Logger>
			    <Root level="warn"><AppenderRef ref="other"/></Root>
			  </Loggers>
			</Configuration>
			""";

	@TempDir
	private Path directory;

	@Test
	void tellsOfWaitsAndSlowBatches() throws Exception {
		RunningJvm flood = flood().jvmOption("-XX:StartFlightRecording:filename=flood.jfr").run();
		assertThat(lines()).isEqualTo(EVENTS);
		List<RecordedEvent> waits = recorded("RingFull");
		assertThat(waits).hasSize((int) flood.printed("blocked")).isNotEmpty();
		assertThat(waits).allSatisfy((wait) -> {
			assertThat(wait.getString("logger")).isEqualTo("flood");
			assertThat(wait.getString("level")).isEqualTo("INFO");
			assertThat(wait.getBoolean("published")).isTrue();
		});
		assertThat(recorded("SlowBatch")).isNotEmpty()
			.allSatisfy((batch) -> assertThat(batch.getDuration()).isGreaterThanOrEqualTo(Duration.ofMillis(20)));
		assertThat(printed("RingFull")).contains("io.github.ringlog.RingFull {", "logger = \"flood\"", "duration = ");
	}

	@Test
	void isNotNeeded() {
		RunningJvm flood = flood().argument("--ringlog.overflow.max-block=1ms")
			.jvmOption("--limit-modules=java.se,jdk.unsupported")
			.run();
		assertThat(lines() + flood.printed("dropped")).isEqualTo(EVENTS);
		assertThat(flood.printed("dropped")).isPositive();
		assertThat(flood.errors()).isEmpty();
	}

	private ChildJvm flood() {
		return ChildJvm.of(this.directory, FloodApplication.class)
			.fast()
			.log4j(SLOW)
			.argument("--flood.threads=10", "--flood.events=" + EVENTS, "--ringlog.buffer.size=256");
	}

	private long lines() {
		return new LogFile(this.directory.resolve("flood.log")).lines().size();
	}

	private List<RecordedEvent> recorded(String name) throws IOException {
		try (Stream<RecordedEvent> events = RecordingFile.readAllEvents(this.directory.resolve("flood.jfr")).stream()) {
			return events.filter((event) -> event.getEventType().getName().equals("io.github.ringlog." + name))
				.toList();
		}
	}

	/**
	 * What {@code jfr print} shows, as an operator runs it.
	 */
	private String printed(String name) throws IOException {
		Path tool = Path.of(System.getProperty("java.home"), "bin", "jfr");
		Process print = new ProcessBuilder(tool.toString(), "print", "--events", "io.github.ringlog." + name,
				"flood.jfr")
			.directory(this.directory.toFile())
			.start();
		return new String(print.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
	}

}
