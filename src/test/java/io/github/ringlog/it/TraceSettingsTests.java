package io.github.ringlog.it;

import java.net.http.HttpResponse;
import java.nio.file.Path;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.it.app.trace.reactive.TraceReactiveApplication;
import io.github.ringlog.it.app.trace.servlet.TraceServletApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.WebChild;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for each setting of trace ids, and for ids in structured formats.
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
				"--ringlog.trace.request-headers=X-Correlation-Id", "--ringlog.trace.propagation=none",
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

	/**
	 * With beans that are made when they are needed.
	 */
	@Test
	void furtherHeadersInTheMdc() {
		Object[] arguments = { "--ringlog.trace.mdc-headers.X-Tenant-Id=tenant",
				"--logging.pattern.correlation=[%X{traceId} %X{tenant}] ", "--spring.main.lazy-initialization=true" };
		try (WebChild server = start(arguments)) {
			assertThatTheTenantIsInTheMdc(server, "/mdc?key=tenant");
			for (String by : new String[] { "@Async", "executor", "future", "scheduler" }) {
				assertThatTheTenantIsInTheMdc(server, "/async?key=tenant&by=" + by);
				assertThat(server.exchange("/async?by=" + by, "X-Request-Id", "order-4711").body()).as(by)
					.isEqualTo("order-4711");
			}
			assertThat(server.exchange("/nowhere", "X-Tenant-Id", "acme").statusCode()).isEqualTo(404);
			assertThat(server.exchange("/leftovers").body()).isEqualTo("0");
		}
	}

	/**
	 * In an application that has no ring.
	 */
	@Test
	void furtherHeadersInTheMdcOfAReactiveApplication() {
		try (WebChild server = WebChild.start(ChildJvm.reactive(this.directory, TraceReactiveApplication.class)
			.with("spring-boot-webclient")
			.argument("--ringlog.trace.mdc-headers.X-Tenant-Id=tenant", "--ringlog.enabled=false",
					"--logging.pattern.correlation=[%X{traceId} %X{tenant}] ",
					"--spring.main.lazy-initialization=true"))) {
			assertThatTheTenantIsInTheMdc(server, "/mdc?key=tenant");
			HttpResponse<String> response = server.exchange("/mdc", "X-Request-Id", "order-4711");
			assertThat(response.headers().allValues("X-Trace-Id")).containsExactly("order-4711");
			assertThat(response.body()).isEqualTo("order-4711");
		}
	}

	private static void assertThatTheTenantIsInTheMdc(WebChild server, String path) {
		assertThat(server.exchange(path, "X-Tenant-Id", "acme", "X-Request-Id", "order-4711").body()).isEqualTo("acme");
		assertThat(server.exchange(path, "X-Tenant-Id", "${jndi:x}").body()).isEqualTo("null");
		assertThat(server.exchange(path, "X-Tenant-Id", "a".repeat(65)).body()).isEqualTo("null");
		assertThat(server.exchange(path).body()).isEqualTo("null");
		TraceLines lines = new TraceLines(server);
		Awaitility.await()
			.untilAsserted(() -> assertThat(lines.ids("in the controller")).hasSize(4)
				.allMatch((id) -> id.matches("(order-4711 acme|[0-9a-f]{32} )")));
	}

	private WebChild start(Object... arguments) {
		return WebChild.start(ChildJvm.servlet(this.directory, TraceServletApplication.class)
			.with("spring-boot-restclient", "spring-boot-webclient")
			.argument(arguments));
	}

	private static String line(WebChild server, String text) {
		return Awaitility.await()
			.until(() -> server.running().output().lines().filter((line) -> line.contains(text)).findFirst(),
					(line) -> line.isPresent())
			.orElseThrow();
	}

}
