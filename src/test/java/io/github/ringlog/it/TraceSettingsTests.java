package io.github.ringlog.it;

import java.net.http.HttpResponse;
import java.nio.file.Path;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.it.app.trace.servlet.TraceServletApplication;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What each setting of trace ids does, and ids in structured formats.
 */
class TraceSettingsTests {

	private static final String TRACEPARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

	private static final String NEW_ID = "(?!0{32})[0-9a-f]{32}";

	@TempDir
	private Path directory;

	@Test
	void incomingIdsThatAreNotTrustedAnotherKeyAndGelf() {
		try (WebChild server = start("--ringlog.trace.trust-incoming=false", "--ringlog.trace.mdc-key=rid",
				"--logging.structured.format.console=gelf")) {
			HttpResponse<String> response = server.exchange("/mdc?key=rid", "traceparent", TRACEPARENT);
			assertThat(response.body()).matches(NEW_ID).isNotEqualTo(TRACEPARENT.substring(3, 35));
			assertThat(response.headers().allValues("X-Trace-Id")).containsExactly(response.body());
			assertThat(server.get("/mdc")).isEqualTo("null");
			assertThat(JsonPath.<String>read(line(server, response.body()), "$._rid")).isEqualTo(response.body());
		}
	}

	@Test
	void noResponseHeaderAnotherRequestHeaderNothingSentOnAndEcsAndLogstash() {
		try (WebChild server = start("--ringlog.trace.response-header=",
				"--ringlog.trace.request-headers=X-Correlation-Id", "--ringlog.trace.propagate=false",
				"--logging.structured.format.console=ecs", "--logging.file.name=logstash.log",
				"--logging.structured.format.file=logstash")) {
			HttpResponse<String> response = server.exchange("/mdc", "X-Correlation-Id", "order-4711", "traceparent",
					TRACEPARENT);
			assertThat(response.body()).isEqualTo("order-4711");
			assertThat(response.headers().map().values().toString()).doesNotContain("order-4711");
			String echo = server.get("/client?by=RestClient&url=http://127.0.0.1:" + server.port() + "/echo");
			assertThat(echo).doesNotContain("traceparent", "x-request-id");
			assertThat(JsonPath.<String>read(line(server, "order-4711"), "$.traceId")).isEqualTo("order-4711");
			LogFile logstash = new LogFile(this.directory.resolve("logstash.log"));
			String line = logstash.lines()
				.stream()
				.filter((text) -> text.contains("order-4711"))
				.findAny()
				.orElseThrow();
			assertThat(JsonPath.<String>read(line, "$.traceId")).isEqualTo("order-4711");
		}
	}

	@Test
	void noIdsAtAll() {
		try (WebChild server = start("--ringlog.trace.enabled=false",
				"--management.endpoints.web.exposure.include=metrics")) {
			HttpResponse<String> response = server.exchange("/mdc", "traceparent", TRACEPARENT);
			assertThat(response.body()).isEqualTo("null");
			assertThat(response.headers().firstValue("X-Trace-Id")).isEmpty();
			assertThat(server.exchange("/actuator/metrics/ringlog.trace.ids").statusCode()).isEqualTo(404);
			TraceLines lines = new TraceLines(server);
			assertThat(lines.await("in the controller", "")).containsOnly("");
		}
	}

	@Test
	void idsWithoutTheRingAndAPatternOfTheUser() {
		try (WebChild server = start("--ringlog.enabled=false", "--logging.pattern.correlation=[id=%X{traceId}] ")) {
			server.exchange("/mdc", "X-Request-Id", "order-4711");
			TraceLines lines = new TraceLines(server);
			assertThat(lines.await("in the controller", "id=order-4711")).containsOnly("id=order-4711");
		}
	}

	private WebChild start(Object... arguments) {
		return WebChild.start(ChildJvm.servlet(this.directory, TraceServletApplication.class)
			.with("spring-boot-restclient", "spring-boot-webclient")
			.argument(arguments)
			.cheap());
	}

	private static String line(WebChild server, String text) {
		return Awaitility.await()
			.until(() -> server.running().output().lines().filter((line) -> line.contains(text)).findFirst(),
					(line) -> line.isPresent())
			.orElseThrow();
	}

}
