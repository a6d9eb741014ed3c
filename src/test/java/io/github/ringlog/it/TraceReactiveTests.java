package io.github.ringlog.it;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.UUID;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.it.app.trace.reactive.TraceReactiveApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.WebChild;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The id of a request in a reactive application, on Netty.
 */
class TraceReactiveTests {

	private static final String ID = "4bf92f3577b34da6a3ce929d0e0e4736";

	private static final String SPAN = "00f067aa0ba902b7";

	private static final String NEW_ID = "(?!0{32})[0-9a-f]{32}";

	private static WebChild server;

	private static TraceLines lines;

	@BeforeAll
	static void start(@TempDir Path directory) {
		server = WebChild.start(ChildJvm.reactive(directory, TraceReactiveApplication.class)
			.with("spring-boot-webclient")
			.argument("--management.endpoints.web.exposure.include=metrics"));
		lines = new TraceLines(server);
	}

	@AfterAll
	static void end() {
		if (server != null) {
			server.close();
		}
	}

	@ParameterizedTest
	@CsvSource({ "traceparent,00-" + ID + "-" + SPAN + "-01," + ID, "b3," + ID + "-" + SPAN + "-1," + ID,
			"X-B3-TraceId," + SPAN + "," + SPAN, "X-Request-Id,order-4711,order-4711" })
	void theIdOfARequestIsThatOfItsHeader(String name, String value, String id) {
		HttpResponse<String> response = server.exchange("/mdc", name, value);
		assertThat(response.body()).isEqualTo(id);
		assertThat(response.headers().allValues("X-Trace-Id")).containsExactly(id);
		assertThat(lines.await("in the controller", id)).contains(id);
	}

	@Test
	void aRequestWithoutAHeaderHasANewId() {
		HttpResponse<String> response = server.exchange("/mdc");
		assertThat(response.body()).matches(NEW_ID);
		assertThat(response.headers().allValues("X-Trace-Id")).containsExactly(response.body());
	}

	@Test
	void theLineOfAnExceptionHasTheId() {
		HttpResponse<String> response = server.exchange("/throw", "X-Request-Id", "failed-4711");
		assertThat(response.statusCode()).isEqualTo(500);
		assertThat(response.headers().allValues("X-Trace-Id")).containsExactly("failed-4711");
		assertThat(lines.await("500 Server Error for HTTP GET \"/throw\"", "failed-4711")).containsOnly("failed-4711");
	}

	@Test
	void theAnswerToAnUnknownPathEchoesTheId() {
		HttpResponse<String> response = server.exchange("/nowhere", "X-Request-Id", "nowhere-4711");
		assertThat(response.statusCode()).isEqualTo(404);
		assertThat(response.headers().allValues("X-Trace-Id")).containsExactly("nowhere-4711");
	}

	@Test
	void webClientSendsTheIdOn() {
		String call = "/client?url=http://127.0.0.1:" + server.port() + "/echo";
		String w3c = server.exchange(call, "traceparent", "00-" + ID + "-" + SPAN + "-01", "tracestate", "a=b").body();
		assertThat(JsonPath.<String>read(w3c, "$.traceparent")).matches("00-" + ID + "-[0-9a-f]{16}-01")
			.doesNotContain(SPAN);
		assertThat(JsonPath.<String>read(w3c, "$.tracestate")).isEqualTo("a=b");
		String other = server.exchange(call, "X-Request-Id", "order-4711").body();
		assertThat(JsonPath.<String>read(other, "$['x-request-id']")).isEqualTo("order-4711");
	}

	@ParameterizedTest
	@MethodSource("io.github.ringlog.it.RawRequest#hostileHeaders")
	void aHostileHeaderIsReplaced(String header) {
		String response = RawRequest.send(server.port(), "/mdc", header);
		assertThat(response).startsWith("HTTP/1.1 200").doesNotContain("HOSTILE");
		assertThat(RawRequest.echoes(response)).hasSize(1).allMatch((echo) -> echo.matches(NEW_ID));
		assertThat(lines.await("in the controller", RawRequest.echoes(response).get(0))).isNotEmpty();
		assertThat(server.running().output()).doesNotContain("HOSTILE");
	}

	@ParameterizedTest
	@MethodSource("io.github.ringlog.it.RawRequest#brokenHeaders")
	void aBrokenHeaderIsNowhere(String header) {
		String response = RawRequest.send(server.port(), "/mdc", header);
		assertThat(response).startsWith("HTTP/1.1 ").doesNotContain("FORGED");
		assertThat(RawRequest.echoes(response)).allMatch((echo) -> echo.matches(NEW_ID));
		// The lines of the broken request come before that of the next one.
		String next = "next-" + UUID.randomUUID();
		server.exchange("/mdc", "X-Request-Id", next);
		assertThat(lines.await("in the controller", next)).noneMatch((id) -> id.contains("FORGED"));
	}

	@Test
	void idsAreCounted() {
		server.exchange("/mdc");
		assertThat(server.get("/actuator/metrics/ringlog.trace.ids")).contains("incoming", "generated", "rejected");
	}

}
