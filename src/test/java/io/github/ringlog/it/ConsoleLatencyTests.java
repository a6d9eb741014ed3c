package io.github.ringlog.it;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

import io.github.ringlog.it.app.LatencyApplication;
import io.github.ringlog.kit.ChildJvm;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the time from a call until the last line of an idle application is on the
 * pipe.
 */
class ConsoleLatencyTests {

	private static final int SAMPLES = 20;

	private static final Duration LIMIT = Duration.ofMillis(50);

	private static final String LOG4J = """
			<Configuration>
			  <Appenders>
			    <Console name="console">
			      <PatternLayout pattern="%m%n"/>
			      <ThresholdFilter level="warn"/>
			    </Console>
			    <Null name="null"/>
			  </Appenders>
			  <Loggers>
			    <Logger name="latency" level="info" additivity="false">
			      <AppenderRef ref="console"/>
			      <AppenderRef ref="null"/>
			    </Logger>
			    <Root level="off"/>
			  </Loggers>
			</Configuration>
			""";

	@TempDir
	private Path directory;

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	@Timeout(120)
	void aLineIsOnThePipeAtOnceAlthoughNothingFollows(boolean unwanted) throws Exception {
		Process process = ChildJvm.of(this.directory, LatencyApplication.class)
			.file("latency.xml", LOG4J)
			.argument("--logging.config=" + this.directory.resolve("latency.xml"), "--spring.main.banner-mode=off")
			.systemProperty("latency.samples", SAMPLES)
			.systemProperty("latency.unwanted", unwanted)
			.startProcess();
		try {
			long[] nanos = new long[SAMPLES];
			BufferedReader lines = process.inputReader();
			for (int i = 0; i < SAMPLES; i++) {
				long logged = Long.parseLong(lines.readLine());
				nanos[i] = System.nanoTime() - logged;
			}
			Arrays.sort(nanos);
			Duration median = Duration.ofNanos(nanos[SAMPLES / 2]);
			System.out.printf("A line is on the pipe after %s ms, %s ms in the worst of %d cases%n",
					median.toNanos() / 1e6, nanos[SAMPLES - 1] / 1e6, SAMPLES);
			assertThat(median).isBetween(Duration.ZERO, LIMIT);
		}
		finally {
			process.destroyForcibly();
		}
	}

}
