package io.github.ringlog.it;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.ringlog.it.app.EndlessFloodApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The end of a JVM whose threads log on and on: each event is written or counted, those
 * that come when logging has stopped as well, and the last report on standard error says
 * what the counters say.
 */
class EndInFloodTests {

	private static final Pattern REPORT = Pattern.compile(
			"Ringlog: (\\d+) log events? could not be written before shutdown and (?:is|are) lost: INFO (\\d+) \\(shutdown (\\d+)\\)\\.");

	private static final String FILE = """
			<GateFile name="file" fileName="flood.log" gate="gate"><PatternLayout pattern="%m%n"/></GateFile>
			""";

	private static final String REFERENCE = "<AppenderRef ref=\"%s\"/>";

	private static final String EXITING = "<Exiting name=\"exiting\"/>";

	private static final Map<String, String> OVERFLOWS = Map.of("block", "--ringlog.overflow.policy=block",
			"block at most", "--ringlog.overflow.max-block=1ms", "drop", "--ringlog.overflow.policy=drop",
			"synchronous", "--ringlog.overflow.policy=synchronous");

	@TempDir
	private Path directory;

	@ParameterizedTest
	@CsvSource({ "block, terminate", "block at most, exit", "drop, terminate", "synchronous, exit",
			"block, exit in an appender", "synchronous, exit in an appender" })
	void accountsForEachEvent(String policy, String end) {
		try (RunningJvm application = flood(end.contains("appender") ? List.of(EXITING, FILE) : List.of(FILE),
				OVERFLOWS.get(policy), end)) {
			end(application, end);
			assertAccounted(application);
		}
	}

	@ParameterizedTest
	@CsvSource({ "block, exit", "block at most, terminate", "block at most, exit in an appender", "drop, exit",
			"drop, exit in an appender", "synchronous, terminate" })
	@Tag("full")
	void accountsForEachEventOfTheOtherPairs(String policy, String end) {
		accountsForEachEvent(policy, end);
	}

	@Test
	void accountsForEachEventThoughTheAppenderIsStuck() throws Exception {
		Files.createFile(this.directory.resolve("gate"));
		try (RunningJvm application = flood(List.of(FILE), "--ringlog.shutdown.drain-timeout=500ms")) {
			end(application, "terminate");
			assertAccounted(application);
		}
	}

	private RunningJvm flood(List<String> appenders, String... arguments) {
		String references = appenders.contains(EXITING) ? REFERENCE.formatted("exiting") : "";
		return ChildJvm.of(this.directory, EndlessFloodApplication.class)
			.log4j("""
					<Configuration>
					  <Appenders>%s</Appenders>
					  <Loggers>
					    <Logger name="flood" level="info" additivity="false">%s</Logger>
					    <Root level="off"/>
					  </Loggers>
					</Configuration>
					""".formatted(String.join("", appenders), references + REFERENCE.formatted("file")))
			.argument("--ringlog.buffer.size=128")
			.argument((Object[]) arguments)
			.start();
	}

	private static void end(RunningJvm application, String how) {
		application.awaitPrinted("flooded");
		if (how.equals("terminate")) {
			application.terminate();
		}
		application.awaitEnd(Duration.ofMinutes(1));
	}

	private void assertAccounted(RunningJvm application) {
		long attempted = application.printed("attempted");
		long written = application.printed("written") + application.printed("synchronous");
		assertThat(written + application.printed("dropped")).as(application.describe()).isEqualTo(attempted);
		assertThat(new LogFile(this.directory.resolve("flood.log")).lines()).hasSize((int) written);
		long lost = application.printed("dropped.INFO.shutdown");
		assertThat(lost).isPositive();
		assertThat(lastReport(application)).as(application.describe()).isEqualTo(lost);
	}

	private static long lastReport(RunningJvm application) {
		long last = 0;
		Matcher matcher = REPORT.matcher(application.errors());
		while (matcher.find()) {
			assertThat(matcher.group(1)).isEqualTo(matcher.group(2)).isEqualTo(matcher.group(3));
			last = Long.parseLong(matcher.group(1));
		}
		return last;
	}

}
