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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Endpoint, health and meters of servers whose appender a test can stop. A test that
 * changes nothing that stays uses the shared one.
 */
class ActuatorTests {

	private static final String LOG4J = """
			<Configuration>
			  <Appenders>
			    <GateFile name="gate" fileName="gate.log" gate="gate.closed">
			      <PatternLayout pattern="%p %c{1} %m%n"/>
			    </GateFile>
			    <File name="located" fileName="located.log"><PatternLayout pattern="%p %c{1} %L %m%n"/></File>
			  </Appenders>
			  <Loggers>
			    <Logger name="located" level="info" additivity="false"><AppenderRef ref="located"/></Logger>
			    <Root level="info"><AppenderRef ref="gate"/></Root>
			  </Loggers>
			</Configuration>
			""";

	private static final String YAML = """
			ringlog:
			  buffer:
			    size: 128
			management:
			  endpoints.web.exposure.include: health, metrics, ringlog
			  endpoint.health:
			    show-details: always
			    probes.enabled: true
			    status.http-mapping.down: 200
			""";

	private static final String WRITABLE = "--management.endpoint.ringlog.access=unrestricted";

	private static final int CALLERS = 100;

	private static final int EVENTS_A_CALLER = 150;

	// There without a ring, too.
	private static final List<String> OTHER_METERS = List.of("ringlog.location.findings", "ringlog.trace.ids");

	private static final String LOG4J_EVENTS = "log4j2.events?tag=level:info";

	private static Server shared;

	@TempDir
	private Path directory;

	@BeforeAll
	static void startShared(@TempDir Path directory) throws IOException {
		shared = new Server(directory, child(directory).environment("RINGLOG_HEALTH_STALLTIMEOUT", "1s")
			.argument(WRITABLE, "--ringlog.shedding.debug=0.5", "--ringlog.crash-log.file=crash"));
	}

	@AfterAll
	static void endShared() {
		if (shared != null) {
			shared.close();
		}
	}

	@Test
	void healthIsDownWhileAnAppenderIsStuckAndNothingWaitsForIt() throws Exception {
		Server server = shared;
		assertThat(server.<String>read("/actuator/health", "$.components.ringlog.status")).isEqualTo("UP");
		server.awaitEmptyRing();
		server.closeGate();
		server.get("/flood?count=10");
		Awaitility.await().until(() -> server.promptly("/actuator/health").contains("\"stalled\""));
		String health = server.promptly("/actuator/health");
		assertThat(JsonPath.<String>read(health, "$.status")).isEqualTo("DOWN");
		Map<String, Object> details = JsonPath.read(health, "$.components.ringlog.details");
		assertThat(details).containsEntry("used", 10).containsEntry("capacity", 128).containsEntry("dropped", 0);
		String state = server.promptly("/actuator/ringlog");
		assertThat(JsonPath.<Boolean>read(state, "$.writer.stalled")).isTrue();
		assertThat(JsonPath.<Integer>read(state, "$.buffer.used")).isEqualTo(10);
		assertThat(server.promptly("/actuator/health/liveness")).contains("UP").doesNotContain("ringlog");
		server.openGate();
		Awaitility.await()
			.until(() -> server.<String>read("/actuator/health", "$.components.ringlog.status").equals("UP"));
		assertThat(server.<Integer>read("/actuator/ringlog", "$.buffer.used")).isZero();
	}

	@Test
	void aSwitchToDropFreesCallersThatAStuckAppenderBlocks() throws Exception {
		try (Server server = new Server(this.directory, child(this.directory).argument(WRITABLE))) {
			server.awaitEmptyRing();
			assertThat(server.meter("ringlog.events.dropped?tag=reason:full")).isZero();
			server.closeGate();
			server.get("/callers?count=%d&events=%d".formatted(CALLERS, EVENTS_A_CALLER));
			Awaitility.await()
				.untilAsserted(() -> assertThat(server.get("/callers/waiting")).isEqualTo(String.valueOf(CALLERS)));
			assertThat(server.<Integer>read("/actuator/ringlog", "$.buffer.used")).isEqualTo(128);

			String overflow = server.post("{\"policy\": \"drop\"}");
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

			server.openGate();
			String until = JsonPath.read(overflow, "$.switched.until");
			Awaitility.await()
				.until(() -> server.lines()
					.contains("WARN RinglogEndpoint The overflow policy was switched at "
							+ "runtime from block to drop up to level INFO by a caller without a name, until " + until
							+ ". The configured policy is block"));
			int written = (int) server.lines().stream().filter((line) -> line.startsWith("INFO callers ")).count();
			int dropped = server.<Integer>read("/actuator/ringlog", "$.events.dropped.byLevel.info.full");
			assertThat(written + dropped).isEqualTo(CALLERS * EVENTS_A_CALLER);

			server.post("{\"policy\": \"block\"}");
			assertThat(setting(server.get("/actuator/ringlog"), "ringlog.overflow.policy"))
				.isEqualTo(Map.of("value", "block", "origin", "default"));

			server.awaitEmptyRing();
			assertThat(server.meter("ringlog.events.dropped")).isPositive().isEqualTo(dropped);
			assertThat(server.meter("ringlog.events.dropped?tag=reason:full&tag=level:info")).isEqualTo(dropped);
			assertThat(server.meter("ringlog.buffer.peak")).isBetween(64.0, 128.0);
			assertThat(server.meter("ringlog.events.written")).isGreaterThan(written);
		}
	}

	@Test
	void showsStateAndSettings() {
		String state = shared.get("/actuator/ringlog");
		assertThat(JsonPath.<Map<String, Object>>read(state, "$.crashLog"))
			.isEqualTo(Map.of("file", "crash", "state", "keeping", "recovered", 0, "waiting", 0));
		assertThat(JsonPath.<String>read(state, "$.mode")).isEqualTo("async");
		assertThat(JsonPath.<String>read(state, "$.reason"))
			.isEqualTo("Ringlog's context selector was set by Ringlog's default.");
		assertThat(JsonPath.<String>read(state, "$.contextSelector"))
			.isEqualTo("io.github.ringlog.logger.RinglogContextSelector");
		assertThat(JsonPath.<Map<String, Object>>read(state, "$.buffer")).containsEntry("capacity", 128)
			.containsEntry("waitStrategy", "adaptive")
			.containsKeys("used", "fill", "peak");
		assertThat(JsonPath.<Map<String, Object>>read(state, "$.overflow")).containsEntry("policy", "block")
			.containsEntry("shedding", Map.of("debug", 0.5));
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
		assertThat(setting(state, "ringlog.health.stall-timeout").get("origin").toString())
			.contains("RINGLOG_HEALTH_STALLTIMEOUT");
		assertThat(setting(state, "ringlog.shedding.debug").get("origin").toString()).contains("commandLineArgs");
		assertThat(setting(state, "ringlog.trace.mdc-key")).isEqualTo(Map.of("value", "traceId", "origin", "default"));
	}

	@Test
	void showsWhatTheLinterHasFound() {
		List<Map<String, Object>> findings = JsonPath.read(shared.get("/actuator/ringlog"),
				"$.findings[?(@.rule == 'location-not-captured')]");
		assertThat(findings).singleElement()
			.satisfies((finding) -> assertThat(finding).containsEntry("severity", "warning")
				.containsEntry("where", Map.of("appender", "located", "layout", "PatternLayout"))
				.containsEntry("pattern", "%p %c{1} %L %m%n")
				.containsEntry("specifier", "%L")
				.containsEntry("position", 9)
				.containsKeys("message", "advice"));
	}

	@Test
	void refusesWhatIsNoPolicy() {
		for (String body : List.of("{}", "{\"duration\": \"10m\"}", "{\"policy\": \"discard\"}",
				"{\"policy\": \"drop\", \"maxBlock\": \"-5s\"}", "{\"policy\": \"block\", \"maxBlock\": \"0s\"}",
				"{\"policy\": \"block\", \"dropLevel\": \"info\"}", "{\"policy\": \"drop\", \"dropLevel\": \"off\"}",
				"{\"policy\": \"drop\", \"duration\": \"-1s\"}", "{\"policy\": \"drop\", \"duration\": \"soon\"}",
				"{\"policy\": \"drop\", \"duration\": \"P4000000D\"}")) {
			assertThat(shared.tryPost(body)).as(body).isEqualTo(400);
		}
		assertThat(shared.<String>read("/actuator/ringlog", "$.overflow.policy")).isEqualTo("block");
		Map<String, Object> shedding = Map.of("debug", 0.5);
		assertThat(switched("{\"policy\": \"block\", \"maxBlock\": \"5s\"}"))
			.isEqualTo(Map.of("policy", "block", "maxBlock", "PT5S", "shedding", shedding));
		assertThat(switched("{\"policy\": \"drop\", \"dropLevel\": \"warn\"}"))
			.isEqualTo(Map.of("policy", "drop", "dropLevel", "warn", "shedding", shedding));
		assertThat(switched("{\"policy\": \"drop\", \"maxBlock\": \"5s\"}"))
			.isEqualTo(Map.of("policy", "drop", "maxBlock", "PT5S", "dropLevel", "info", "shedding", shedding));
		assertThat(switched("{\"policy\": \"synchronous\", \"maxBlock\": \"5s\"}"))
			.isEqualTo(Map.of("policy", "synchronous", "maxBlock", "PT5S", "shedding", shedding));
		shared.post("{\"policy\": \"block\"}");
	}

	private static Map<String, Object> switched(String body) {
		Map<String, Object> overflow = new HashMap<>(JsonPath.<Map<String, Object>>read(shared.post(body), "$"));
		assertThat(overflow.remove("switched")).isNotNull();
		return overflow;
	}

	@Test
	void aSwitchLastsAnHourUnlessItHasATimeAfterWhichItEndsByItself() throws Exception {
		String overflow = shared.post("{\"policy\": \"drop\", \"duration\": null}");
		Instant at = Instant.parse(JsonPath.read(overflow, "$.switched.at"));
		assertThat(JsonPath.<String>read(overflow, "$.switched.until"))
			.isEqualTo(at.plus(Duration.ofHours(1)).toString());
		// Spring Boot ignores a field that no parameter has the name of: the answer
		// shows it.
		overflow = shared.post("{\"policy\": \"drop\", \"durations\": \"2s\"}");
		at = Instant.parse(JsonPath.read(overflow, "$.switched.at"));
		assertThat(JsonPath.<String>read(overflow, "$.switched.until"))
			.isEqualTo(at.plus(Duration.ofHours(1)).toString());
		overflow = shared.post("{\"policy\": \"drop\", \"duration\": \"2s\"}");
		assertThat(JsonPath.<Map<String, Object>>read(overflow, "$.switched")).containsKey("until");
		assertThat(setting(shared.get("/actuator/ringlog"), "ringlog.overflow.policy")).containsEntry("value", "drop");
		Awaitility.await()
			.until(() -> shared.lines()
				.contains("WARN RinglogEndpoint The overflow policy is block again, as configured, "
						+ "because the switch by a caller without a name has ended"));
		String state = shared.get("/actuator/ringlog");
		assertThat(JsonPath.<String>read(state, "$.overflow.policy")).isEqualTo("block");
		assertThat(setting(state, "ringlog.overflow.policy")).isEqualTo(Map.of("value", "block", "origin", "default"));
	}

	/**
	 * It is read-only, and its end is quiet.
	 */
	@Test
	void showsIsolatedAppenders() throws Exception {
		String json = LOG4J.replaceFirst("(?s)<PatternLayout.*?/>", "<StructuredLogLayout format=\"ecs\"/>");
		assertThat(json).contains("StructuredLogLayout");
		try (Server server = new Server(this.directory,
				child(this.directory).file("log4j2-child.xml", json)
					.argument("--ringlog.isolation.gate.buffer-size=128", "--ringlog.health.isolated=true",
							"--ringlog.health.stall-timeout=1s"))) {
			server.get("/actuator/ringlog");
			server.closeGate();
			server.get("/callers?count=2&events=200");
			Awaitility.await().until(() -> server.get("/callers/left").equals("0"));
			Awaitility.await().until(() -> server.<Integer>read("/actuator/ringlog", "$.appenders.gate.used") == 128);
			String state = server.get("/actuator/ringlog");
			assertThat(JsonPath.<Integer>read(state, "$.events.dropped.total")).isZero();
			assertThat(JsonPath.<Integer>read(state, "$.appenders.gate.capacity")).isEqualTo(128);
			assertThat(JsonPath.<Integer>read(state, "$.appenders.gate.dropped.byLevel.info.full")).isPositive();
			assertThat(setting(state, "ringlog.isolation.gate.buffer-size")).containsEntry("value", 128);
			Awaitility.await()
				.until(() -> server.<String>read("/actuator/health", "$.components.ringlog.status").equals("DOWN"));
			assertThat(server.<String>read("/actuator/health", "$.components.ringlog.details.stalledAppenders.gate"))
				.startsWith("PT");
			assertThat(server.meter("ringlog.appender.capacity?tag=appender:gate")).isEqualTo(128);
			List<String> meters = server.read("/actuator/metrics", "$.names");
			assertThat(meters).filteredOn((name) -> name.startsWith("ringlog."))
				.allSatisfy((name) -> assertThat(DocumentationTests.documentedMeters()).contains(name));
			assertThat(DocumentationTests.documentedMeters()).filteredOn((name) -> name.contains(".appender."))
				.allSatisfy((name) -> assertThat(meters).contains(name));
			assertThat(server.tryPost("{\"policy\": \"drop\"}")).isEqualTo(405);
			assertThat(server.web.tryPost("/actuator/ringlog", "{\"policy\": \"drop\"}").body())
				.contains("management.endpoint.ringlog.access=unrestricted");
			server.openGate();
			Awaitility.await().until(() -> server.<Integer>read("/actuator/ringlog", "$.appenders.gate.used") == 0);
			server.web.stop();
			assertThat(server.web.running().errors()).isEmpty();
			assertThat(server.lines()).anyMatch((line) -> line.contains("Started WebApplication"))
				.noneMatch((line) -> line.contains("already registered"));
		}
	}

	@Test
	void showsWhyLoggingIsSynchronousAndLeavesTheEventsOfLog4jToSpringBoot() throws Exception {
		try (Server server = new Server(this.directory,
				child(this.directory).argument(WRITABLE, "--ringlog.enabled=false"))) {
			Map<String, Object> members = server.read("/actuator/ringlog", "$");
			assertThat(members).containsEntry("mode", "sync")
				.containsEntry("reason", "ringlog.enabled is false.")
				.containsOnlyKeys("mode", "reason", "contextSelector", "settings", "findings");
			assertThat(server.tryPost("{\"policy\": \"drop\"}")).isEqualTo(400);
			assertThat(server.get("/actuator/health")).doesNotContain("ringlog");
			assertThat(server.metersOfTheRing()).isEmpty();
			assertThat(server.countsEachEvent()).isEqualTo(shared.countsEachEvent());
		}
	}

	@Test
	void showsTheRingOfLog4jsOwnAsynchronousLoggers() throws Exception {
		String selector = "org.apache.logging.log4j.core.async.AsyncLoggerContextSelector";
		try (Server server = new Server(this.directory,
				child(this.directory).systemProperty("log4j2.contextSelector", selector)
					.systemProperty("log4j2.asyncLoggerRingBufferSize", 512))) {
			Map<String, Object> members = server.read("/actuator/ringlog", "$");
			assertThat(members).containsEntry("mode", "async")
				.containsEntry("contextSelector", selector)
				.containsEntry("reason",
						"Ringlog is not in use: the context selector was set by the system property log4j2.contextSelector.");
			assertThat(server.metersOfTheRing()).containsExactlyInAnyOrder("ringlog.buffer.capacity",
					"ringlog.buffer.used");
			assertThat(server.meter("ringlog.buffer.capacity")).isEqualTo(512);
			Awaitility.await().until(() -> server.meter("ringlog.buffer.used") == 0);
		}
	}

	private static ChildJvm child(Path directory) {
		return ChildJvm.servlet(directory, WebApplication.class).applicationYml(YAML).log4j(LOG4J);
	}

	private static Map<String, Object> setting(String state, String name) {
		return JsonPath.read(state, "$.settings['" + name + "']");
	}

	/**
	 * A server that runs.
	 */
	private static final class Server implements AutoCloseable {

		private final Path directory;

		private final WebChild web;

		Server(Path directory, ChildJvm child) {
			this.directory = directory;
			this.web = WebChild.start(child);
		}

		void closeGate() throws IOException {
			Files.createFile(this.directory.resolve("gate.closed"));
		}

		void openGate() throws IOException {
			Files.delete(this.directory.resolve("gate.closed"));
		}

		List<String> lines() {
			return new LogFile(this.directory.resolve("gate.log")).lines();
		}

		String get(String path) {
			return this.web.get(path);
		}

		String promptly(String path) {
			long start = System.nanoTime();
			String answer = get(path);
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
			return answer;
		}

		String post(String body) {
			return this.web.post("/actuator/ringlog", body);
		}

		int tryPost(String body) {
			return this.web.tryPost("/actuator/ringlog", body).statusCode();
		}

		<T> T read(String path, String expression) {
			return JsonPath.read(get(path), expression);
		}

		double meter(String name) {
			return this.<Number>read("/actuator/metrics/" + name, "$.measurements[0].value").doubleValue();
		}

		void awaitEmptyRing() {
			// The server logs at its first request.
			get("/actuator/ringlog");
			Awaitility.await().until(() -> meter("ringlog.buffer.used") == 0);
		}

		List<String> metersOfTheRing() {
			List<String> names = read("/actuator/metrics", "$.names");
			assertThat(names).contains("jvm.memory.used").containsAll(OTHER_METERS);
			return names.stream().filter((name) -> name.startsWith("ringlog") && !OTHER_METERS.contains(name)).toList();
		}

		/**
		 * Log, and expect that Spring Boot's meter counts that.
		 * @return the description of the meter
		 */
		String countsEachEvent() {
			double before = meter(LOG4J_EVENTS);
			get("/flood?count=1000");
			Awaitility.await().untilAsserted(() -> assertThat(meter(LOG4J_EVENTS)).isEqualTo(before + 1000));
			return get("/actuator/metrics/log4j2.events").replaceAll("\"value\":[^}]*", "");
		}

		@Override
		public void close() {
			this.web.close();
		}

	}

}
