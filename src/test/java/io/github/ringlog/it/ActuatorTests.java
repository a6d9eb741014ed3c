package io.github.ringlog.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.it.app.web.WebApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.WebChild;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Endpoint and health of a server whose appender a test can stop.
 */
class ActuatorTests {

	private static final String LOG4J = """
			<Configuration>
			  <Appenders>
			    <GateFile name="gate" fileName="gate.log" gate="gate.closed">
			      <PatternLayout pattern="%p %c{1} %m%n"/>
			    </GateFile>
			  </Appenders>
			  <Loggers><Root level="info"><AppenderRef ref="gate"/></Root></Loggers>
			</Configuration>
			""";

	private static final String YAML = """
			ringlog:
			  buffer:
			    size: 128
			  health:
			    stall-timeout: 1s
			management:
			  endpoints.web.exposure.include: health, metrics, ringlog
			  endpoint.ringlog.access: unrestricted
			  endpoint.health:
			    show-details: always
			    probes.enabled: true
			    status.http-mapping.down: 200
			""";

	private static final int CALLERS = 100;

	private static final int EVENTS_A_CALLER = 150;

	@TempDir
	private Path directory;

	@Test
	void healthIsDownWhileAnAppenderIsStuckAndNothingWaitsForIt() throws Exception {
		try (WebChild server = WebChild.start(child())) {
			assertThat(this.<String>read(server, "/actuator/health", "$.components.ringlog.status")).isEqualTo("UP");
			server.get("/actuator/ringlog");
			close();
			server.get("/flood?count=10");
			Awaitility.await().until(() -> promptly(server, "/actuator/health").contains("\"stalled\""));
			String health = promptly(server, "/actuator/health");
			assertThat(JsonPath.<String>read(health, "$.status")).isEqualTo("DOWN");
			Map<String, Object> details = JsonPath.read(health, "$.components.ringlog.details");
			assertThat(details).containsEntry("used", 10).containsEntry("capacity", 128).containsEntry("dropped", 0);
			String state = promptly(server, "/actuator/ringlog");
			assertThat(JsonPath.<Boolean>read(state, "$.writer.stalled")).isTrue();
			assertThat(JsonPath.<Integer>read(state, "$.buffer.used")).isEqualTo(10);
			assertThat(promptly(server, "/actuator/health/liveness")).contains("UP").doesNotContain("ringlog");
			open();
			Awaitility.await()
				.until(() -> this.<String>read(server, "/actuator/health", "$.components.ringlog.status").equals("UP"));
			assertThat(this.<Integer>read(server, "/actuator/ringlog", "$.buffer.used")).isZero();
		}
	}

	@Test
	void aSwitchToDropFreesCallersThatAStuckAppenderBlocks() throws Exception {
		try (WebChild server = WebChild.start(child())) {
			server.get("/actuator/ringlog");
			close();
			server.get("/callers?count=%d&events=%d".formatted(CALLERS, EVENTS_A_CALLER));
			Awaitility.await()
				.untilAsserted(() -> assertThat(server.get("/callers/waiting")).isEqualTo(String.valueOf(CALLERS)));
			assertThat(this.<Integer>read(server, "/actuator/ringlog", "$.buffer.used")).isEqualTo(128);

			String overflow = server.post("/actuator/ringlog", "{\"policy\": \"drop\"}");
			assertThat(JsonPath.<Map<String, Object>>read(overflow, "$")).containsEntry("policy", "drop")
				.containsEntry("dropLevel", "info")
				.doesNotContainKey("maxBlock");
			assertThat(JsonPath.<Map<String, Object>>read(overflow, "$.switched")).containsEntry("from", "block")
				.containsEntry("by", "a caller without a name")
				.containsKeys("at", "until");
			Awaitility.await().until(() -> server.get("/callers/left").equals("0"));
			String state = server.get("/actuator/ringlog");
			assertThat(JsonPath.<Integer>read(state, "$.buffer.used")).isEqualTo(128);
			assertThat(JsonPath.<Integer>read(state, "$.events.blocked.count")).isGreaterThanOrEqualTo(CALLERS);
			assertThat(setting(state, "ringlog.overflow.policy")).containsEntry("value", "drop")
				.extractingByKey("origin")
				.asString()
				.startsWith("switched at runtime from 'block' by a caller without a name, at 20");

			open();
			String until = JsonPath.read(overflow, "$.switched.until");
			Awaitility.await()
				.until(() -> lines().contains("WARN RingLogEndpoint The overflow policy was switched at "
						+ "runtime from block to drop up to level INFO by a caller without a name, until " + until
						+ ". The configured policy is block"));
			int written = (int) lines().stream().filter((line) -> line.startsWith("INFO callers ")).count();
			int dropped = this.<Integer>read(server, "/actuator/ringlog", "$.events.dropped.byLevel.info.full");
			assertThat(written + dropped).isEqualTo(CALLERS * EVENTS_A_CALLER);

			server.post("/actuator/ringlog", "{\"policy\": \"block\"}");
			assertThat(setting(server.get("/actuator/ringlog"), "ringlog.overflow.policy"))
				.isEqualTo(Map.of("value", "block", "origin", "default"));
		}
	}

	@Test
	void showsStateAndSettings() throws Exception {
		try (WebChild server = WebChild.start(child().environment("RINGLOG_OVERFLOW_POLICY", "drop")
			.argument("--ringlog.shedding.debug=0.5", "--ringlog.crash-log.file=crash"))) {
			String state = server.get("/actuator/ringlog");
			assertThat(JsonPath.<Map<String, Object>>read(state, "$.crashLog"))
				.isEqualTo(Map.of("file", "crash", "state", "keeping", "recovered", 0, "waiting", 0));
			assertThat(JsonPath.<String>read(state, "$.mode")).isEqualTo("async");
			assertThat(JsonPath.<String>read(state, "$.reason"))
				.isEqualTo("Ringlog's context selector was set by Ringlog's default.");
			assertThat(JsonPath.<String>read(state, "$.contextSelector"))
				.isEqualTo("io.github.ringlog.logger.RingLogContextSelector");
			assertThat(JsonPath.<Map<String, Object>>read(state, "$.buffer")).containsEntry("capacity", 128)
				.containsEntry("waitStrategy", "adaptive")
				.containsKeys("used", "fill", "peak");
			assertThat(JsonPath.<Map<String, Object>>read(state, "$.overflow"))
				.isEqualTo(Map.of("policy", "drop", "dropLevel", "info", "shedding", Map.of("debug", 0.5)));
			assertThat(JsonPath.<Map<String, Object>>read(state, "$.writer")).containsEntry("stalled", false)
				.containsEntry("errors", 0)
				.doesNotContainKey("lastError")
				.extractingByKey("lag")
				.asString()
				.startsWith("PT");
			assertThat(JsonPath.<Integer>read(state, "$.events.published")).isPositive();
			assertThat(JsonPath.<Integer>read(state, "$.events.dropped.total")).isZero();
			assertThat(JsonPath.<Integer>read(state, "$.events.failed.total")).isZero();
			assertThat(setting(state, "ringlog.buffer.size")).containsEntry("value", 128)
				.extractingByKey("origin")
				.asString()
				.contains("application.yml")
				.endsWith(" - 3:11");
			assertThat(setting(state, "ringlog.overflow.policy").get("origin").toString())
				.contains("RINGLOG_OVERFLOW_POLICY");
			assertThat(setting(state, "ringlog.shedding.debug").get("origin").toString()).contains("commandLineArgs");
			assertThat(setting(state, "ringlog.trace.mdc-key"))
				.isEqualTo(Map.of("value", "traceId", "origin", "default"));
		}
	}

	@Test
	void showsWhyLoggingIsSynchronous() throws Exception {
		try (WebChild server = WebChild.start(child().argument("--ringlog.enabled=false"))) {
			String state = server.get("/actuator/ringlog");
			Map<String, Object> members = JsonPath.read(state, "$");
			assertThat(members).containsEntry("mode", "sync")
				.containsEntry("reason", "ringlog.enabled is false.")
				.containsOnlyKeys("mode", "reason", "contextSelector", "settings", "findings");
			assertThat(server.tryPost("/actuator/ringlog", "{\"policy\": \"drop\"}").statusCode()).isEqualTo(400);
			assertThat(server.get("/actuator/health")).doesNotContain("ringlog");
		}
	}

	@Test
	void showsWhatTheLinterHasFound() throws Exception {
		String isAboutLocation = LOG4J.replace("%c{1}", "%c{1} %L");
		try (WebChild server = WebChild.start(child().file("log4j2-child.xml", isAboutLocation))) {
			List<Map<String, Object>> findings = JsonPath.read(server.get("/actuator/ringlog"),
					"$.findings[?(@.rule == 'location-not-captured')]");
			assertThat(findings).singleElement()
				.satisfies((finding) -> assertThat(finding).containsEntry("severity", "warning")
					.containsEntry("where", Map.of("appender", "gate", "layout", "PatternLayout"))
					.containsEntry("pattern", "%p %c{1} %L %m%n")
					.containsEntry("specifier", "%L")
					.containsEntry("position", 9)
					.containsKeys("message", "advice"));
		}
	}

	@Test
	void endsWithoutAWordWithStructuredLogging() throws Exception {
		String json = LOG4J.replaceFirst("(?s)<PatternLayout.*?/>", "<StructuredLogLayout format=\"ecs\"/>");
		assertThat(json).contains("StructuredLogLayout");
		try (WebChild server = WebChild.start(child().file("log4j2-child.xml", json))) {
			assertThat(server.get("/actuator/ringlog")).contains("\"findings\"");
			server.stop();
			assertThat(server.running().errors()).isEmpty();
		}
	}

	@Test
	void showsThatTheUserChoseAnotherSelector() throws Exception {
		String selector = "org.apache.logging.log4j.core.async.BasicAsyncLoggerContextSelector";
		try (WebChild server = WebChild.start(child().systemProperty("log4j2.contextSelector", selector))) {
			String state = server.get("/actuator/ringlog");
			Map<String, Object> members = JsonPath.read(state, "$");
			assertThat(members).containsEntry("mode", "async")
				.containsEntry("contextSelector", selector)
				.containsEntry("reason",
						"Ringlog is not in use: the context selector was set by the system property log4j2.contextSelector.");
			assertThat(server.get("/actuator/metrics/ringlog.buffer.capacity")).contains("\"value\":");
		}
	}

	@Test
	void refusesWhatIsNoPolicy() throws Exception {
		try (WebChild server = WebChild.start(child())) {
			for (String body : List.of("{}", "{\"duration\": \"10m\"}", "{\"policy\": \"discard\"}",
					"{\"policy\": \"drop\", \"maxBlock\": \"-5s\"}", "{\"policy\": \"block\", \"maxBlock\": \"0s\"}",
					"{\"policy\": \"block\", \"dropLevel\": \"info\"}",
					"{\"policy\": \"drop\", \"dropLevel\": \"off\"}", "{\"policy\": \"drop\", \"duration\": \"-1s\"}",
					"{\"policy\": \"drop\", \"duration\": \"soon\"}",
					"{\"policy\": \"drop\", \"duration\": \"P4000000D\"}")) {
				assertThat(server.tryPost("/actuator/ringlog", body).statusCode()).as(body).isEqualTo(400);
			}
			assertThat(this.<String>read(server, "/actuator/ringlog", "$.overflow.policy")).isEqualTo("block");
			assertThat(switched(server, "{\"policy\": \"block\", \"maxBlock\": \"5s\"}"))
				.isEqualTo(Map.of("policy", "block", "maxBlock", "PT5S", "shedding", Map.of()));
			assertThat(switched(server, "{\"policy\": \"drop\", \"dropLevel\": \"warn\"}"))
				.isEqualTo(Map.of("policy", "drop", "dropLevel", "warn", "shedding", Map.of()));
			assertThat(switched(server, "{\"policy\": \"drop\", \"maxBlock\": \"5s\"}"))
				.isEqualTo(Map.of("policy", "drop", "maxBlock", "PT5S", "dropLevel", "info", "shedding", Map.of()));
			assertThat(switched(server, "{\"policy\": \"synchronous\", \"maxBlock\": \"5s\"}"))
				.isEqualTo(Map.of("policy", "synchronous", "maxBlock", "PT5S", "shedding", Map.of()));
		}
	}

	private static Map<String, Object> switched(WebChild server, String body) throws Exception {
		Map<String, Object> overflow = new HashMap<>(
				JsonPath.<Map<String, Object>>read(server.post("/actuator/ringlog", body), "$"));
		assertThat(overflow.remove("switched")).isNotNull();
		return overflow;
	}

	@Test
	void aSwitchLastsAnHourUnlessItHasATimeAfterWhichItEndsByItself() throws Exception {
		try (WebChild server = WebChild.start(child())) {
			String overflow = server.post("/actuator/ringlog", "{\"policy\": \"drop\", \"duration\": null}");
			Instant at = Instant.parse(JsonPath.read(overflow, "$.switched.at"));
			assertThat(JsonPath.<String>read(overflow, "$.switched.until"))
				.isEqualTo(at.plus(Duration.ofHours(1)).toString());
			// Spring Boot ignores a field that no parameter has the name of: the answer
			// shows it.
			overflow = server.post("/actuator/ringlog", "{\"policy\": \"drop\", \"durations\": \"2s\"}");
			at = Instant.parse(JsonPath.read(overflow, "$.switched.at"));
			assertThat(JsonPath.<String>read(overflow, "$.switched.until"))
				.isEqualTo(at.plus(Duration.ofHours(1)).toString());
			overflow = server.post("/actuator/ringlog", "{\"policy\": \"drop\", \"duration\": \"2s\"}");
			assertThat(JsonPath.<Map<String, Object>>read(overflow, "$.switched")).containsKey("until");
			assertThat(setting(server.get("/actuator/ringlog"), "ringlog.overflow.policy")).containsEntry("value",
					"drop");
			Awaitility.await()
				.until(() -> lines().contains("WARN RingLogEndpoint The overflow policy is block again, as configured, "
						+ "because the switch by a caller without a name has ended"));
			String state = server.get("/actuator/ringlog");
			assertThat(JsonPath.<String>read(state, "$.overflow.policy")).isEqualTo("block");
			assertThat(setting(state, "ringlog.overflow.policy"))
				.isEqualTo(Map.of("value", "block", "origin", "default"));
		}
	}

	@Test
	void showsIsolatedAppenders() throws Exception {
		try (WebChild server = WebChild
			.start(child().argument("--ringlog.isolation.gate.buffer-size=128", "--ringlog.health.isolated=true"))) {
			server.get("/actuator/ringlog");
			close();
			server.get("/callers?count=2&events=200");
			Awaitility.await().until(() -> server.get("/callers/left").equals("0"));
			Awaitility.await()
				.until(() -> this.<Integer>read(server, "/actuator/ringlog", "$.appenders.gate.used") == 128);
			String state = server.get("/actuator/ringlog");
			assertThat(JsonPath.<Integer>read(state, "$.events.dropped.total")).isZero();
			assertThat(JsonPath.<Integer>read(state, "$.appenders.gate.capacity")).isEqualTo(128);
			assertThat(JsonPath.<Integer>read(state, "$.appenders.gate.dropped.byLevel.info.full")).isPositive();
			assertThat(setting(state, "ringlog.isolation.gate.buffer-size")).containsEntry("value", 128);
			Awaitility.await()
				.until(() -> this.<String>read(server, "/actuator/health", "$.components.ringlog.status")
					.equals("DOWN"));
			assertThat(
					this.<String>read(server, "/actuator/health", "$.components.ringlog.details.stalledAppenders.gate"))
				.startsWith("PT");
			assertThat(server.get("/actuator/metrics/ringlog.appender.capacity?tag=appender:gate")).contains("128");
			List<String> meters = JsonPath.read(server.get("/actuator/metrics"), "$.names");
			assertThat(meters).filteredOn((name) -> name.startsWith("ringlog."))
				.allSatisfy((name) -> assertThat(DocumentationTests.documentedMeters()).contains(name));
			assertThat(DocumentationTests.documentedMeters()).filteredOn((name) -> name.contains(".appender."))
				.allSatisfy((name) -> assertThat(meters).contains(name));
			open();
		}
	}

	@Test
	void isReadOnlyUnlessTheUserAllowsMore() throws Exception {
		try (WebChild server = WebChild.start(child().argument("--management.endpoint.ringlog.access="))) {
			assertThat(server.get("/actuator/ringlog")).contains("\"mode\"");
			assertThat(server.tryPost("/actuator/ringlog", "{\"policy\": \"drop\"}").statusCode()).isEqualTo(405);
		}
	}

	@Test
	void needsNoHealthOfSpringBoot() throws Exception {
		try (WebChild server = WebChild.start(child().without("spring-boot-health"))) {
			assertThat(server.get("/actuator/ringlog")).contains("\"mode\":\"async\"");
		}
	}

	private ChildJvm child() throws IOException {
		Files.writeString(this.directory.resolve("application.yml"), YAML);
		return ChildJvm.servlet(this.directory, WebApplication.class).log4j(LOG4J);
	}

	private void close() throws IOException {
		Files.createFile(this.directory.resolve("gate.closed"));
	}

	private void open() throws IOException {
		Files.delete(this.directory.resolve("gate.closed"));
	}

	private List<String> lines() throws IOException {
		return new LogFile(this.directory.resolve("gate.log")).lines();
	}

	private static String promptly(WebChild server, String path) {
		long start = System.nanoTime();
		String answer = server.get(path);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
		return answer;
	}

	private <T> T read(WebChild server, String path, String expression) {
		return JsonPath.read(server.get(path), expression);
	}

	private static Map<String, Object> setting(String state, String name) {
		return JsonPath.read(state, "$.settings['" + name + "']");
	}

}
