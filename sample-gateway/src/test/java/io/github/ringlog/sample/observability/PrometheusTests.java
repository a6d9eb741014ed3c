package io.github.ringlog.sample.observability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.kit.NeedsProgram;
import io.github.ringlog.sample.GatewayProcess;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what a real Prometheus knows of a gateway with a small ring and the policy
 * drop. Many requests came while an isolated log server stood still, and again while one
 * that is not isolated did.
 */
@NeedsProgram({ "prometheus", "promtool" })
class PrometheusTests {

	private static final String CONFIGURATION = """
			<Configuration>
			  <Appenders>
			    <Http name="slow" url="http://127.0.0.1:%d/"><PatternLayout pattern="%%m%%n"/></Http>
			    <Http name="isolated" url="http://127.0.0.1:%d/"><PatternLayout pattern="%%m%%n"/></Http>
			    <File name="file" fileName="sample.log"><PatternLayout pattern="%%m%%n"/></File>
			    <Console name="console"><PatternLayout pattern="%%p %%c %%m%%n"/></Console>
			  </Appenders>
			  <Loggers>
			    <Logger name="io.github.ringlog.sample" level="info" additivity="false">
			      <AppenderRef ref="slow"/>
			      <AppenderRef ref="isolated"/>
			      <AppenderRef ref="file"/>
			    </Logger>
			    <Logger name="io.github.ringlog.demoapp" level="info" additivity="false">
			      <AppenderRef ref="slow"/>
			      <AppenderRef ref="isolated"/>
			      <AppenderRef ref="file"/>
			    </Logger>
			    <Root level="info"><AppenderRef ref="console"/></Root>
			  </Loggers>
			</Configuration>
			""";

	private static final int REQUESTS = 200;

	private static final int SLOTS = 128;

	private static final ConditionFactory await = Awaitility.await().atMost(Duration.ofMinutes(1));

	@TempDir
	private static Path directory;

	private static SlowCollector collector;

	private static SlowCollector isolatedCollector;

	private static GatewayProcess gateway;

	private static PrometheusProcess prometheus;

	// The events of the flood, and how many of them are in the file.
	private static long attempted;

	private static long written;

	@BeforeAll
	static void flood() throws IOException {
		collector = new SlowCollector();
		isolatedCollector = new SlowCollector();
		Files.writeString(directory.resolve("log4j2-flood.xml"),
				CONFIGURATION.formatted(collector.port(), isolatedCollector.port()));
		gateway = GatewayProcess.start(directory, "--logging.config=file:log4j2-flood.xml",
				"--ringlog.overflow.policy=drop", "--ringlog.buffer.size=" + SLOTS,
				"--ringlog.isolation.isolated.buffer-size=" + SLOTS, "--ringlog.receipts.enabled=true");
		prometheus = PrometheusProcess.start(directory, gateway.port());
		long eventsOfARequest = countEventsOfOneRequest();
		await.until(() -> value("sum(ringlog_events_dropped_total)").equals(OptionalDouble.of(0)));
		long before = lines();
		isolatedCollector.hold(() -> {
			sendRequests();
			await.untilAsserted(() -> assertThat(value("ringlog_appender_used_events")).hasValue(SLOTS));
		});
		// To be held at the first of its events, the writer must have written all others.
		awaitEmptyRings();
		collector.hold(() -> {
			sendRequests();
			// More than one scrape, of which the first may have come while the ring was
			// filled.
			await.untilAsserted(() -> assertThat(value("min_over_time(ringlog_buffer_fill[3s])")).hasValue(1));
		});
		awaitEmptyRings();
		attempted = 2 * REQUESTS * eventsOfARequest;
		written = lines() - before;
	}

	private static void awaitEmptyRings() {
		await.untilAsserted(
				() -> assertThat(value("ringlog_buffer_used_events + on () ringlog_appender_used_events")).hasValue(0));
	}

	private static void sendRequests() {
		IntStream.range(0, REQUESTS).parallel().forEach((request) -> gateway.get("/demoapp/greeting"));
	}

	@AfterAll
	static void stop() throws Exception {
		for (AutoCloseable process : Arrays.asList(prometheus, gateway, collector, isolatedCollector)) {
			if (process != null) {
				process.close();
			}
		}
	}

	@Test
	void knowsEachMeterByItsUnitAndItsDescription() {
		Map<String, String> help = new TreeMap<>();
		prometheus.metadata()
			.forEach((meter) -> help.put(meter.get("metric").replaceFirst("_total$", ""), meter.get("help")));
		List<String> meters = JsonPath.read(gateway.get("/actuator/metrics"), "$.names");
		assertThat(meters).filteredOn((meter) -> meter.startsWith("ringlog."))
			.hasSizeGreaterThan(10)
			.allSatisfy((meter) -> {
				Map<String, String> details = JsonPath.read(gateway.get("/actuator/metrics/" + meter), "$");
				String name = withUnit(meter.replace('.', '_'), details.get("baseUnit"));
				assertThat(help).containsEntry(name, details.get("description"));
				assertThat(prometheus.query("{__name__=~\"" + name + "(_total|_sum)?\"}")).isNotEmpty();
			});
	}

	@Test
	void countsWhatIsNotInTheFile() {
		assertThat(written).isBetween((long) SLOTS, attempted - 1);
		await.untilAsserted(() -> assertThat(value("sum(ringlog_events_dropped_total)")).hasValue(attempted - written));
		assertThat(value("ringlog_events_dropped_total{level=\"info\", reason=\"full\"}"))
			.hasValue(attempted - written);
	}

	@Test
	void countsWhatTheIsolatedAppenderMissesAndTheFileHas() throws IOException {
		long inTheFile = lines();
		await.untilAsserted(() -> assertThat(
				value("sum(ringlog_appender_dropped_events_total) + sum(ringlog_appender_written_events_total)"))
			.hasValue(inTheFile));
		assertThat(
				value("ringlog_appender_dropped_events_total{appender=\"isolated\", level=\"info\", reason=\"full\"}")
					.orElseThrow())
			.isBetween(1.0, (double) inTheFile - SLOTS);
	}

	@Test
	void sawTheRingFullToTheLastSlot() {
		assertThat(value("max_over_time(ringlog_buffer_used_events[10m])")).hasValue(SLOTS);
		assertThat(value("max_over_time(ringlog_buffer_peak_events[10m])")).hasValue(SLOTS);
		assertThat(value("max_over_time(ringlog_buffer_fill[10m])")).hasValue(1);
		assertThat(value("max_over_time(ringlog_writer_lag_seconds[10m])").orElseThrow()).isPositive();
	}

	@Test
	void firesTheAlertsOnWhatWasDropped() {
		await.untilAsserted(() -> assertThat(value(
				"ALERTS{alertname=\"RinglogEventsDropped\", alertstate=\"firing\", level=\"info\", reason=\"full\"}"))
			.hasValue(1));
		await.untilAsserted(() -> assertThat(value(
				"ALERTS{alertname=\"RinglogAppenderEventsDropped\", alertstate=\"firing\", appender=\"isolated\"}"))
			.hasValue(1));
		assertThat(prometheus.query("ALERTS{alertname!~\"Ringlog(Appender)?EventsDropped\", alertstate=\"firing\"}"))
			.isEmpty();
	}

	@ParameterizedTest
	@MethodSource("io.github.ringlog.sample.observability.SampleQueries#ofPanels")
	void hasWhatThePanelsOfTheDashboardShow(String expression) {
		String query = expression.replace("$application", ".*")
			.replace("$instance", ".*")
			.replaceAll("\\$__(rate_interval|range)", "10m");
		await.untilAsserted(() -> assertThat(prometheus.query(query)).isNotEmpty());
	}

	private static String withUnit(String name, @Nullable String unit) {
		return (unit == null || name.endsWith("_" + unit)) ? name : name + "_" + unit;
	}

	/**
	 * Return how many lines of the sample one request leaves, and wait until they are
	 * written.
	 */
	private static long countEventsOfOneRequest() throws IOException {
		await.until(() -> Files.readString(file()).contains("Started SampleGatewayApplication"));
		long before = lines();
		gateway.get("/demoapp/greeting");
		await.until(() -> Files.readString(file()).contains("Answered GET /demoapp/greeting"));
		return lines() - before;
	}

	private static long lines() throws IOException {
		try (Stream<String> lines = Files.lines(file())) {
			return lines.count();
		}
	}

	private static Path file() {
		return directory.resolve("sample.log");
	}

	private static OptionalDouble value(String expression) {
		return prometheus.value(expression);
	}

}
