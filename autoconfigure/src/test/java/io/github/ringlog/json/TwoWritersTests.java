package io.github.ringlog.json;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

import com.sun.management.ThreadMXBean;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.logger.TestRing;
import io.github.ringlog.logger.TestSettings;
import io.github.ringlog.logger.XmlSource;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.settings.RingSettings;
import io.github.ringlog.settings.RingSettings.Isolation;
import org.apache.logging.log4j.Logger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.env.StandardEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two writers that print the same JSON: that of the context, and that of an isolated
 * appender.
 */
@Timeout(120)
class TwoWritersTests {

	private static final int EVENTS = 20_000;

	@TempDir
	private Path directory;

	private final RingLoggerContext context = TestRing.newContext();

	@AfterEach
	void stop() {
		this.context.stop();
	}

	@ParameterizedTest
	@ValueSource(strings = { "ecs", "logstash", "gelf" })
	void printTheSameLinesAndMakeNoGarbage(String format) throws IOException {
		this.context.putObject(JsonOracle.ENVIRONMENT, new StandardEnvironment());
		this.context.configure(TestSettings.withIsolation(TestRing.SETTINGS,
				Map.of("other", new Isolation(1024, RingSettings.Overflow.block(null)))));
		String file = "<File name='%1$s' fileName='%2$s'><StructuredLogLayout format='%3$s'/></File>";
		this.context.start(XmlSource
			.configuration(this.context, "<Configuration status='OFF' shutdownHook='disable'><Appenders>"
					+ file.formatted("app", this.directory.resolve("app"), format)
					+ file.formatted("other", this.directory.resolve("other"), format)
					+ "</Appenders><Loggers><Root level='info'><AppenderRef ref='app'/><AppenderRef ref='other'/></Root></Loggers></Configuration>"));
		Logger logger = this.context.getLogger("com.acme.Shop");
		long least = Long.MAX_VALUE;
		// The compiler is done later on a busy machine.
		for (int round = 0; round < 20 && least > 8 * EVENTS; round++) {
			long before = allocatedByWriters();
			for (int i = 0; i < EVENTS; i++) {
				logger.info("{} of {}", "event", "many");
			}
			awaitWritten();
			least = Math.min(least, allocatedByWriters() - before);
		}
		this.context.stop();
		assertThat(least).as("bytes for %d events", 2 * EVENTS).isLessThanOrEqualTo(8 * EVENTS);
		List<String> lines = Files.readAllLines(this.directory.resolve("app"));
		assertThat(lines).hasSizeGreaterThanOrEqualTo(EVENTS)
			.allMatch((line) -> line.contains("\"event of many\"") && line.endsWith("}"));
		assertThat(this.directory.resolve("other")).hasSameBinaryContentAs(this.directory.resolve("app"));
	}

	private void awaitWritten() {
		RingStatistics main = this.context.statistics();
		RingStatistics other = this.context.isolatedStatistics().get("other");
		Awaitility.await()
			.until(() -> main.used().orElseThrow() == 0 && other.used().orElseThrow() == 0
					&& main.written() == main.published() && other.written() == other.published());
	}

	private static long allocatedByWriters() {
		ToLongFunction<Thread> allocated = (thread) -> ((ThreadMXBean) ManagementFactory.getThreadMXBean())
			.getThreadAllocatedBytes(thread.getId());
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("ringlog-writer"))
			.mapToLong(allocated)
			.sum();
	}

}
