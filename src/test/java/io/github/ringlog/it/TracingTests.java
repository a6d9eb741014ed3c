package io.github.ringlog.it;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.function.Consumer;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.it.app.trace.reactive.TraceReactiveApplication;
import io.github.ringlog.it.app.trace.servlet.TraceServletApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.WebChild;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Beside Micrometer Tracing: where there is a tracer, its ids are those of the lines, and
 * ours are nowhere.
 */
class TracingTests {

	private static final String ID = "4bf92f3577b34da6a3ce929d0e0e4736";

	private static final String TRACEPARENT = "00-" + ID + "-00f067aa0ba902b7-01";

	private static final String[] BRAVE = { "brave.*", "micrometer-tracing(-bridge-brave)?",
			"spring-boot-micrometer-tracing(-brave)?" };

	private static final String[] OPENTELEMETRY = { "opentelemetry-.*", "micrometer-tracing(-bridge-otel)?",
			"spring-boot-micrometer-tracing(-opentelemetry)?", "spring-boot-opentelemetry" };

	@TempDir
	private Path directory;

	@Test
	void theIdsOfBraveWin() {
		assertThatTheTracersIdsWin(ChildJvm.servlet(this.directory, TraceServletApplication.class)
			.with(BRAVE)
			.with("spring-boot-restclient", "spring-boot-webclient")
			.argument("--management.tracing.sampling.probability=1.0"), TracingTests::assertThatItDecides);
	}

	@Test
	void theIdsOfOpenTelemetryWin() {
		assertThatTheTracersIdsWin(ChildJvm.reactive(this.directory, TraceReactiveApplication.class)
			.with(OPENTELEMETRY)
			.argument("--spring.reactor.context-propagation=auto"), (server) -> {
			});
	}

	/**
	 * Assert that a service behind one with Ringlog, which has started no trace, decides
	 * whether its own is recorded.
	 */
	private static void assertThatItDecides(WebChild server) {
		String echo = server
			.exchange("/client?by=RestClient&url=http://127.0.0.1:" + server.port() + "/echo", "X-Request-Id",
					"order-4711")
			.body();
		assertThat(JsonPath.<String>read(echo, "$.traceparent")).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01");
	}

	@Test
	void theIdsOfTheOpenTelemetryAgentWin() {
		assertThatTheAgentsIdsWin(ChildJvm.servlet(this.directory, TraceServletApplication.class)
			.with("spring-boot-restclient", "spring-boot-webclient"), "/client?by=RestClient&url=");
	}

	@Test
	@Tag("full")
	void theIdsOfTheOpenTelemetryAgentWinOnNetty() {
		assertThatTheAgentsIdsWin(
				ChildJvm.reactive(this.directory, TraceReactiveApplication.class).with("spring-boot-webclient"),
				"/client?url=");
	}

	private static void assertThatTheAgentsIdsWin(ChildJvm child, String call) {
		try (WebChild server = start(child.jvmOption("-javaagent:" + ChildJvm.extraJar("opentelemetry-javaagent"))
			.systemProperty("otel.traces.exporter", "none")
			.systemProperty("otel.metrics.exporter", "none")
			.systemProperty("otel.logs.exporter", "none")
			.argument("--logging.pattern.correlation=[%X{traceId}%X{trace_id}] "))) {
			HttpResponse<String> response = server.exchange("/mdc", "traceparent", TRACEPARENT, "X-Request-Id",
					"order-4711");
			assertThat(response.headers().allValues("X-Trace-Id")).isEmpty();
			assertThat(new TraceLines(server).await("in the controller", ID)).containsOnly(ID);
			String echo = server
				.exchange(call + "http://127.0.0.1:" + server.port() + "/echo", "traceparent", TRACEPARENT)
				.body();
			assertThat(JsonPath.<String>read(echo, "$.traceparent")).matches("00-" + ID + "-[0-9a-f]{16}-0[13]");
			assertThat(server.exchange("/actuator/metrics/ringlog.trace.ids").statusCode()).isEqualTo(404);
		}
	}

	private static void assertThatTheTracersIdsWin(ChildJvm child, Consumer<WebChild> more) {
		try (WebChild server = start(child)) {
			HttpResponse<String> response = server.exchange("/mdc", "traceparent", TRACEPARENT, "X-Request-Id",
					"order-4711");
			assertThat(response.body()).isEqualTo(ID);
			assertThat(response.headers().allValues("X-Trace-Id")).containsExactly(ID);
			TraceLines lines = new TraceLines(server);
			Awaitility.await()
				.untilAsserted(() -> assertThat(lines.ids("in the controller")).hasSize(1)
					.allMatch((id) -> id.matches(ID + "-[0-9a-f]{16}")));
			HttpResponse<String> other = server.exchange("/mdc", "X-Request-Id", "order-4711");
			assertThat(other.body()).matches("[0-9a-f]{32}");
			assertThat(other.headers().allValues("X-Trace-Id")).containsExactly(other.body());
			assertThat(server.exchange("/throw").headers().allValues("X-Trace-Id")).hasSize(1);
			assertThat(server.exchange("/actuator/metrics/ringlog.trace.ids").statusCode()).isEqualTo(404);
			more.accept(server);
			// What is not printed by the end is not printed.
			server.stop();
			assertThat(server.running().output()).contains(ID).doesNotContain("order-4711");
		}
	}

	private static WebChild start(ChildJvm child) {
		return WebChild.start(child.argument("--management.endpoints.web.exposure.include=metrics"));
	}

}
