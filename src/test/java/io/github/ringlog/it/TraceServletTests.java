package io.github.ringlog.it;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.it.app.trace.servlet.TraceServletApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.WebChild;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The id of a request on all the ways that a request can take through a servlet
 * application, on Tomcat and on Jetty.
 */
class TraceServletTests {

	private static final String ID = "4bf92f3577b34da6a3ce929d0e0e4736";

	private static final String SPAN = "00f067aa0ba902b7";

	private static final String NEW_ID = "(?!0{32})[0-9a-f]{32}";

	@Nested
	class Tomcat extends Server {

		@Override
		ChildJvm child(Path directory) {
			return ChildJvm.servlet(directory, TraceServletApplication.class);
		}

		@ParameterizedTest
		@ValueSource(strings = { "/throw", "/throw?clear" })
		void tomcatsOwnLineOfAnExceptionHasTheId(String path) {
			String id = exchange(path);
			assertThat(lines().await("Servlet.service() for servlet [dispatcherServlet]", id)).contains(id);
		}

		@Test
		void tomcatsOwnLineOfALateExceptionHasTheId() {
			String id = exchange("/deferred-throw");
			assertThat(lines().await("Servlet.service() for servlet [dispatcherServlet]", id)).contains(id);
		}

		@ParameterizedTest
		@ValueSource(strings = { "GET /a|b HTTP/1.1\r\nHost: localhost\r\n",
				"BAD\u0001 / HTTP/1.1\r\nHost: localhost\r\n", "GET / HTTP/1.1\r\nHost: a b\r\n", "GET / HTTP/1.1\r\n",
				"GET /a%00b HTTP/1.1\r\nHost: localhost\r\n", "GET /a%2fb HTTP/1.1\r\nHost: localhost\r\n" })
		void anAnswerOfTomcatsOwnToABadRequestHasAnId(String head) {
			String response = RawRequest.send(server().port(), head + "Connection: close\r\n\r\n");
			assertThat(response).startsWith("HTTP/1.1 400");
			assertThat(RawRequest.echoes(response)).as(response).singleElement().asString().matches(NEW_ID);
		}

		@Test
		void nothingStaysBehindOnAThread() {
			for (String path : new String[] { "/mdc", "/throw", "/throw?clear", "/deferred-throw", "/time-out",
					"/nowhere", "/forward", "/send-error" }) {
				exchange(path);
			}
			Awaitility.await().untilAsserted(() -> assertThat(server().get("/leftovers")).isEqualTo("0"));
		}

	}

	@Nested
	class Jetty extends Server {

		@Override
		ChildJvm child(Path directory) {
			return ChildJvm.jetty(directory, TraceServletApplication.class);
		}

		@ParameterizedTest
		@ValueSource(strings = { "/throw", "/throw?clear" })
		void jettysOwnLineOfAnExceptionHasTheId(String path) {
			String id = exchange(path);
			assertThat(lines().await("/throw", id)).contains(id);
		}

	}

	@TestInstance(Lifecycle.PER_CLASS)
	abstract static class Server {

		private final AtomicInteger requests = new AtomicInteger();

		private WebChild server;

		private TraceLines lines;

		abstract ChildJvm child(Path directory);

		WebChild server() {
			return this.server;
		}

		TraceLines lines() {
			return this.lines;
		}

		@BeforeAll
		void start(@TempDir Path directory) {
			this.server = WebChild.start(child(directory).with("spring-boot-restclient", "spring-boot-webclient")
				.argument("--logging.level.early=debug", "--management.endpoints.web.exposure.include=metrics"));
			this.lines = new TraceLines(this.server);
		}

		@AfterAll
		void end() {
			if (this.server != null) {
				this.server.close();
			}
		}

		/**
		 * Send a request with an id of its own, and check that the response echoes it.
		 */
		String exchange(String path) {
			String id = "request-" + this.requests.incrementAndGet();
			HttpResponse<String> response = this.server.exchange(path, "X-Request-Id", id);
			assertThat(response.headers().allValues("X-Trace-Id")).containsExactly(id);
			return id;
		}

		@ParameterizedTest
		@CsvSource({ "traceparent,00-" + ID + "-" + SPAN + "-01," + ID, "b3," + ID + "-" + SPAN + "-1," + ID,
				"X-B3-TraceId," + SPAN + "," + SPAN, "X-Request-Id,order-4711,order-4711" })
		void theIdOfARequestIsThatOfItsHeader(String name, String value, String id) {
			HttpResponse<String> response = this.server.exchange("/mdc", name, value);
			assertThat(response.body()).isEqualTo(id);
			assertThat(response.headers().allValues("X-Trace-Id")).containsExactly(id);
			assertThat(this.lines.await("in the controller", id)).contains(id);
		}

		@Test
		void aRequestWithoutAHeaderHasANewId() {
			HttpResponse<String> response = this.server.exchange("/mdc");
			assertThat(response.body()).matches(NEW_ID);
			assertThat(response.headers().allValues("X-Trace-Id")).containsExactly(response.body());
			assertThat(this.lines.await("in the controller", response.body())).contains(response.body());
		}

		@Test
		void filtersOfTheApplicationHaveTheId() {
			String id = exchange("/mdc");
			assertThat(this.lines.await("on the way in", id)).contains(id);
		}

		@Test
		void linesOutsideOfRequestsHaveNone() {
			assertThat(this.lines.ids("Started TraceServletApplication")).containsExactly("");
		}

		@ParameterizedTest
		@ValueSource(strings = { "@Async", "executor", "future", "scheduler" })
		void otherThreadsHaveTheId(String by) {
			HttpResponse<String> response = this.server.exchange("/async?by=" + by, "X-Request-Id", "order-4711");
			assertThat(response.body()).isEqualTo("order-4711");
		}

		@ParameterizedTest
		@CsvSource({ "/forward,forwards", "/forward,in the controller", "/include,in the controller",
				"/include,has included", "/send-error,sends an error", "/time-out,timed out",
				"/time-out,AsyncRequestTimeoutException", "/committed,committed" })
		void aLineHasTheId(String path, String line) {
			String id = exchange(path);
			assertThat(this.lines.await(line, id)).contains(id);
		}

		@ParameterizedTest
		@CsvSource({ "/send-error,418", "/reset,418", "/throw,500", "/deferred-throw,500", "/time-out,503",
				"/nowhere,404", "/committed,200" })
		void theResponseEchoesTheIdOnce(String path, int status) {
			HttpResponse<String> response = this.server.exchange(path, "X-Request-Id", "order-4711");
			assertThat(response.statusCode()).isEqualTo(status);
			assertThat(response.headers().allValues("X-Trace-Id")).containsExactly("order-4711");
		}

		@Test
		void aClientThatIsGoneIsLoggedWithTheId() throws IOException {
			try (Socket socket = new Socket("127.0.0.1", (int) this.server.port())) {
				socket.setReceiveBufferSize(1024);
				OutputStream out = socket.getOutputStream();
				out.write("GET /endless HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: gone-4711\r\n\r\n"
					.getBytes(StandardCharsets.US_ASCII));
				out.flush();
				socket.getInputStream().read(new byte[4096]);
				socket.setSoLinger(true, 0);
			}
			assertThat(this.lines.await("the client is gone", "gone-4711")).containsOnly("gone-4711");
		}

		@ParameterizedTest
		@ValueSource(strings = { "RestClient", "RestTemplate", "WebClient" })
		void clientsSendTheIdOn(String client) {
			String call = "/client?by=" + client + "&url=http://127.0.0.1:" + this.server.port() + "/echo";
			String w3c = this.server
				.exchange(call, "traceparent", "00-" + ID + "-" + SPAN + "-01", "tracestate", "a=b,c=d")
				.body();
			assertThat(JsonPath.<String>read(w3c, "$.traceparent")).matches("00-" + ID + "-[0-9a-f]{16}-01")
				.doesNotContain(SPAN);
			assertThat(JsonPath.<String>read(w3c, "$.tracestate")).isEqualTo("a=b,c=d");
			String other = this.server.exchange(call, "X-Request-Id", "order-4711").body();
			assertThat(JsonPath.<String>read(other, "$['x-request-id']")).isEqualTo("order-4711");
			assertThat(other).doesNotContain("traceparent");
			String fresh = this.server.exchange(call).body();
			assertThat(JsonPath.<String>read(fresh, "$['x-request-id']")).matches(NEW_ID);
			assertThat(fresh).doesNotContain("traceparent", "\"b3\"");
		}

		@Test
		void aHeaderThatTheApplicationSetsIsItsOwn() {
			String call = "/client?by=RestClient.header&url=http://127.0.0.1:" + this.server.port() + "/echo";
			assertThat(JsonPath.<String>read(this.server.exchange(call).body(), "$.traceparent"))
				.isEqualTo("set by the application");
		}

		@ParameterizedTest
		@MethodSource("io.github.ringlog.it.RawRequest#hostileHeaders")
		void aHostileHeaderIsReplacedAndCounted(String header) throws IOException {
			double before = rejected();
			try (ServerSocket ldap = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
				String response = RawRequest.send(this.server.port(), "/mdc",
						header.replace("%d/", ldap.getLocalPort() + "/"));
				assertThat(response).startsWith("HTTP/1.1 200").doesNotContain("HOSTILE");
				String id = response.substring(response.indexOf("\r\n\r\n")).trim();
				assertThat(RawRequest.echoes(response)).hasSize(1).allMatch((echo) -> echo.matches(NEW_ID));
				assertThat(id).contains(RawRequest.echoes(response).get(0));
				assertThat(this.lines.await("in the controller", RawRequest.echoes(response).get(0))).isNotEmpty();
				ldap.setSoTimeout(1);
				assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(ldap::accept);
			}
			assertThat(rejected()).isEqualTo(before + 1);
			assertThat(this.server.running().output()).doesNotContain("HOSTILE");
		}

		@ParameterizedTest
		@MethodSource("io.github.ringlog.it.RawRequest#brokenHeaders")
		void aBrokenHeaderIsNowhere(String header) {
			String response = RawRequest.send(this.server.port(), "/mdc", header);
			assertThat(response).startsWith("HTTP/1.1 ").doesNotContain("FORGED");
			assertThat(RawRequest.echoes(response)).allMatch((echo) -> echo.matches(NEW_ID));
			// The lines of the broken request come before that of the next one.
			String next = "next-" + UUID.randomUUID();
			this.server.exchange("/mdc", "X-Request-Id", next);
			assertThat(this.lines.await("in the controller", next)).noneMatch((id) -> id.contains("FORGED"));
		}

		@Test
		void idsAreCounted() {
			double before = rejected();
			this.server.exchange("/mdc", "X-Request-Id", "a b");
			Awaitility.await().untilAsserted(() -> assertThat(rejected()).isEqualTo(before + 1));
		}

		private double rejected() {
			String meter = this.server.get("/actuator/metrics/ringlog.trace.ids?tag=source:rejected");
			return JsonPath.<Double>read(meter, "$.measurements[0].value");
		}

	}

}
