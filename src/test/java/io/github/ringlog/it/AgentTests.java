package io.github.ringlog.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.it.app.agent.AgentApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.WebChild;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Agents of others beside an application: its lines have the same ids with Ringlog and
 * without, and a collector gets the same records.
 */
class AgentTests {

	private static final int WARM_UP = 200;

	private static final int REQUESTS = 5;

	private static final int EVENTS = REQUESTS * AgentApplication.SHAPES;

	// What the agents put into the MDC, with the ids of traces only: those of spans
	// differ.
	private static final String PATTERN = "shape %p %c{1} %m [%X{trace_id}%X{trace.id}%X{dd.trace_id}]%n";

	private static final Pattern LINE = Pattern.compile("shape (\\w+ \\w+ .*) \\[(\\w*)](.*)");

	@TempDir
	private Path directory;

	@Test
	void withThatOfOpenTelemetryLinesAndRecordsAreTheSame() throws IOException {
		OpenTelemetry plain = new OpenTelemetry(false);
		OpenTelemetry ringlog = new OpenTelemetry(true);
		assertThat(plain.records).hasSize(EVENTS + WARM_UP * AgentApplication.SHAPES);
		assertThat(ringlog.records).containsExactlyElementsOf(plain.records);
		assertThat(plain.run.lines).hasSize(EVENTS).noneMatch((line) -> line.contains("[]"));
		assertThat(ringlog.run.lines).containsExactlyElementsOf(plain.run.lines);
		assertThat(ringlog.run.json).containsExactlyElementsOf(plain.run.json);
		assertThat(ringlog.run.startUp)
			.contains("; events go through Log4j's own methods, because the agent opentelemetry-javaagent");
	}

	@ParameterizedTest
	@EnumSource
	@Tag("full")
	void withThatOfAnotherLinesAreTheSame(Agent agent) {
		Run plain = new Run(agent.name() + "-plain", false, agent::attach);
		Run ringlog = new Run(agent.name(), true, agent::attach);
		assertThat(plain.lines).hasSize(EVENTS).allSatisfy((line) -> assertThat(line).containsPattern(agent.mark));
		assertThat(ringlog.lines).containsExactlyElementsOf(plain.lines);
		assertThat(ringlog.json).containsExactlyElementsOf(plain.json);
	}

	@Test
	@Tag("full")
	void withThatOfNewRelicLinesAndRecordsAreTheSame() throws Exception {
		NewRelic plain = new NewRelic(false);
		NewRelic ringlog = new NewRelic(true);
		assertThat(plain.records).hasSize(EVENTS).allMatch((record) -> record.contains(" 0000"));
		assertThat(ringlog.records).containsExactlyElementsOf(plain.records);
		assertThat(ringlog.run.lines).containsExactlyElementsOf(plain.run.lines);
		assertThat(ringlog.run.json).containsExactlyElementsOf(plain.run.json);
	}

	/**
	 * An agent that sends nothing to a collector here.
	 */
	enum Agent {

		ELASTIC("elastic-apm-agent", "\\[0+4bf92f\\w+]",
				Map.of("elastic.apm.disable_send", "true", "elastic.apm.central_config", "false")),

		DATADOG("dd-java-agent", "\\[\\d+]", Map.of("dd.logs.injection", "true", "dd.trace.startup.logs", "false"));

		private final String jar;

		// Finds what the agent adds to each line.
		private final String mark;

		private final Map<String, String> properties;

		Agent(String jar, String mark, Map<String, String> properties) {
			this.jar = jar;
			this.mark = mark;
			this.properties = properties;
		}

		private ChildJvm attach(ChildJvm child) {
			child.jvmOption("-javaagent:" + ChildJvm.extraJar(this.jar));
			this.properties.forEach(child::systemProperty);
			return child;
		}

	}

	/**
	 * A run with the agent of OpenTelemetry, and a collector.
	 */
	private final class OpenTelemetry {

		private final List<String> records;

		private final Run run;

		OpenTelemetry(boolean ringlog) throws IOException {
			try (OtlpReceiver receiver = new OtlpReceiver()) {
				this.run = new Run("otel-" + ringlog, ringlog,
						(child) -> child.jvmOption("-javaagent:" + ChildJvm.extraJar("opentelemetry-javaagent"))
							.systemProperty("otel.traces.exporter", "none")
							.systemProperty("otel.metrics.exporter", "none")
							.systemProperty("otel.logs.exporter", "otlp")
							.systemProperty("otel.exporter.otlp.logs.protocol", "http/protobuf")
							.systemProperty("otel.exporter.otlp.logs.endpoint", receiver.url())
							// The default drops what comes faster than it is sent.
							.systemProperty("otel.blrp.max.queue.size", 100_000));
				this.records = receiver.records()
					.stream()
					.map(OpenTelemetry::describe)
					.filter((record) -> record.startsWith("shapes."))
					// A request groups them by logger.
					.sorted()
					.toList();
			}
		}

		private static String describe(OtlpReceiver.Received received) {
			Map<String, String> attributes = received.attributes();
			return received.logger() + " " + received.log().getSeverityText() + " " + received.text() + " "
					+ HexFormat.of().formatHex(received.log().getTraceId().toByteArray()) + " "
					+ attributes.get("exception.type") + " " + attributes.get("exception.message");
		}

	}

	/**
	 * A run with the agent of New Relic, and a collector.
	 */
	private final class NewRelic {

		private final List<String> records;

		private final Run run;

		NewRelic(boolean ringlog) throws Exception {
			Path home = Files.createDirectory(AgentTests.this.directory.resolve("collector-" + ringlog));
			try (NewRelicCollector collector = new NewRelicCollector(home)) {
				this.run = new Run("newrelic-" + ringlog, ringlog, (child) -> {
					child.jvmOption("-javaagent:" + ChildJvm.extraJar("newrelic-agent"))
						.systemProperty("newrelic.config.license_key", "a1b2c3d4".repeat(5))
						.systemProperty("newrelic.config.app_name", "app")
						.systemProperty("newrelic.config.log_file_path", home)
						.systemProperty("newrelic.config.sync_startup", true)
						.systemProperty("newrelic.config.application_logging.forwarding.max_samples_stored", 100_000);
					collector.settings()
						.forEach((name, value) -> child.systemProperty("newrelic.config." + name, value));
					return child;
				}, () -> sent(collector).count() == EVENTS);
				this.records = sent(collector).map(NewRelic::describe).sorted().toList();
			}
		}

		private static Stream<Map<String, Object>> sent(NewRelicCollector collector) {
			return collector.records()
				.stream()
				.filter((record) -> record.get("message").toString().startsWith("order-"));
		}

		private static String describe(Map<String, Object> record) {
			return Stream
				.of("logger.name", "level", "message", "error.class", "error.message", "error.stack", "trace.id")
				.map((key) -> String.valueOf(record.get(key)))
				.collect(Collectors.joining(" "));
		}

	}

	/**
	 * What came of the same requests.
	 */
	private final class Run {

		private final List<String> lines = new ArrayList<>();

		private final List<Map<String, Object>> json;

		private final String startUp;

		Run(String name, boolean ringlog, UnaryOperator<ChildJvm> agent) {
			this(name, ringlog, agent, () -> true);
		}

		/**
		 * Run.
		 * @param arrived whether what the agent sends has come
		 */
		Run(String name, boolean ringlog, UnaryOperator<ChildJvm> agent, BooleanSupplier arrived) {
			Path home = AgentTests.this.directory.resolve(name);
			ChildJvm child = agent.apply(ChildJvm.servlet(home, AgentApplication.class))
				.argument("--logging.pattern.console=" + PATTERN, "--logging.file.name=app.json",
						"--logging.structured.format.file=ecs");
			try (WebChild server = WebChild.start(ringlog ? child : child.without("ringlog-.*"))) {
				log(server, "warm", WARM_UP, 0);
				IntStream.rangeClosed(1, REQUESTS).forEach((request) -> log(server, "order-" + request, 1, request));
				// There is much to print, and a ring is drained for ten seconds at most.
				Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> lines(server).count() == EVENTS);
				Awaitility.await().atMost(Duration.ofMinutes(1)).until(arrived::getAsBoolean);
				server.stop();
				this.startUp = server.running().output();
				lines(server).forEach((line) -> {
					String id = idIn(line.group(1));
					// Datadog prints the number, and New Relic nothing.
					assertThat(line.group(2)).as(line.group()).isIn(id, String.valueOf(Long.parseLong(id, 16)), "");
					this.lines.add(line.group());
				});
				this.json = new LogFile(home.resolve("app.json")).lines()
					.stream()
					.filter((line) -> line.contains("order-"))
					.map(Run::members)
					.toList();
			}
		}

		private static Stream<Matcher> lines(WebChild server) {
			return server.running()
				.output()
				.lines()
				.filter((line) -> line.contains("order-"))
				.map(LINE::matcher)
				.filter(Matcher::matches);
		}

		private static Map<String, Object> members(String line) {
			Map<String, Object> members = JsonPath.read(line, "$");
			// Each run has its own.
			members.keySet().removeAll(List.of("@timestamp", "process", "span_id", "transaction"));
			if (members.get("dd") instanceof Map<?, ?> datadog) {
				datadog.remove("span_id");
			}
			return members;
		}

		private static void log(WebChild server, String text, int rounds, int id) {
			assertThat(server
				.exchange("/log?text=" + text + "&rounds=" + rounds, "traceparent",
						"00-%s-00f067aa0ba902b7-01".formatted(id(id)))
				.body()).isEqualTo("logged");
		}

		private static String idIn(String line) {
			return id(Integer.parseInt(line.replaceFirst(".*order-(\\d+).*", "$1")));
		}

		private static String id(int request) {
			return "%032x".formatted(0x4bf92f35 + request);
		}

	}

}
