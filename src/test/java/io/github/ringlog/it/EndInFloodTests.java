package io.github.ringlog.it;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.ringlog.it.app.EndlessFloodApplication;
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
			"Ringlog: (\\d+) log events could not be written before shutdown and are lost: INFO (\\d+) \\(shutdown (\\d+)\\)\\.");

	private static final String APPENDER = """
			<GateFile name="file" fileName="flood.log" gate="gate"><PatternLayout pattern="%m%n"/></GateFile>
			""";

	@TempDir
	private Path directory;

	@ParameterizedTest
	@CsvSource({ "block,exit", "drop,terminate", "synchronous,exit" })
	void accountsForEachEvent(String policy, String end) {
		try (ChildJvm.Running application = flood("--ringlog.overflow.policy=" + policy, end)) {
			end(application, end);
			assertAccounted(application);
		}
	}

	@Test
	void accountsForEachEventThoughTheAppenderIsStuck() throws Exception {
		Files.createFile(this.directory.resolve("gate"));
		try (ChildJvm.Running application = flood("--ringlog.shutdown.drain-timeout=500ms")) {
			end(application, "terminate");
			assertAccounted(application);
		}
	}

	private ChildJvm.Running flood(String... arguments) {
		return ChildJvm.of(this.directory, EndlessFloodApplication.class).cheap().log4j("""
				<Configuration>
				  <Appenders>%s</Appenders>
				  <Loggers>
				    <Logger name="flood" level="info" additivity="false"><AppenderRef ref="file"/></Logger>
				    <Root level="off"/>
				  </Loggers>
				</Configuration>
				""".formatted(APPENDER)).argument("--ringlog.buffer.size=128").argument((Object[]) arguments).start();
	}

	private static void end(ChildJvm.Running application, String how) {
		application.awaitPrinted("flooded");
		if (how.equals("terminate")) {
			application.terminate();
		}
		application.awaitEnd(Duration.ofMinutes(1));
	}

	private void assertAccounted(ChildJvm.Running application) {
		long attempted = application.printed("attempted");
		long written = application.printed("written") + application.printed("synchronous");
		assertThat(written + application.printed("dropped")).as(application.describe()).isEqualTo(attempted);
		assertThat(new LogFile(this.directory.resolve("flood.log")).lines()).hasSize((int) written);
		long lost = application.printed("dropped.INFO.shutdown");
		assertThat(lost).isPositive();
		assertThat(lastReport(application)).as(application.describe()).isEqualTo(lost);
	}

	private static long lastReport(ChildJvm.Running application) {
		long last = 0;
		Matcher matcher = REPORT.matcher(application.errors());
		while (matcher.find()) {
			assertThat(matcher.group(1)).isEqualTo(matcher.group(2)).isEqualTo(matcher.group(3));
			last = Long.parseLong(matcher.group(1));
		}
		return last;
	}

}
