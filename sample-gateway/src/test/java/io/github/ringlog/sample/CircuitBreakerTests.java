package io.github.ringlog.sample;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import com.jayway.jsonpath.JsonPath;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A gateway process all of whose backends fail for a while. It has an access log.
 */
class CircuitBreakerTests {

	private static final List<HttpServer> servers = new ArrayList<>();

	private static final AtomicInteger requests = new AtomicInteger();

	// Written by the test, read by the threads of the servers.
	private static volatile boolean down;

	private static GatewayProcess gateway;

	@BeforeAll
	static void start(@TempDir Path directory) throws IOException {
		for (int i = 0; i < 4; i++) {
			HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
			server.createContext("/", CircuitBreakerTests::answer);
			server.start();
			servers.add(server);
		}
		gateway = GatewayProcess.start(directory,
				"--sample.backend.urls=" + servers.stream()
					.map((server) -> "http://127.0.0.1:" + server.getAddress().getPort())
					.collect(Collectors.joining(",")),
				"--resilience4j.circuitbreaker.instances.demoapp.wait-duration-in-open-state=2s",
				"--ringlog.access-log.enabled=true", "--server.forward-headers-strategy=native");
	}

	@AfterAll
	static void stop() {
		if (gateway != null) {
			gateway.close();
		}
		servers.forEach((server) -> server.stop(0));
	}

	@Test
	void opensWhenAllBackendsAreDownAndClosesWhenTheyAreBack() {
		assertThat(send().statusCode()).isEqualTo(200);
		down = true;
		HttpResponse<String> failed = send();
		assertUnavailable(failed, "Answering 503: org.apache.hc.core5.http.NoHttpResponseException: ");
		Awaitility.await().atMost(GatewayProcess.PATIENCE).until(() -> {
			assertThat(send().statusCode()).isEqualTo(503);
			return !gateway.linesWith("Circuit breaker demoapp goes from CLOSED to OPEN").isEmpty();
		});
		int before = requests.get();
		HttpResponse<String> refused = send();
		assertThat(requests).hasValue(before);
		assertUnavailable(refused, "CircuitBreaker 'demoapp' is OPEN and does not permit further calls");
		down = false;
		Awaitility.await().atMost(GatewayProcess.PATIENCE).until(() -> send().statusCode() == 200);
		Awaitility.await().atMost(GatewayProcess.PATIENCE).until(() -> {
			assertThat(send().statusCode()).isEqualTo(200);
			return !gateway.linesWith("Circuit breaker demoapp goes from HALF_OPEN to CLOSED").isEmpty();
		});
	}

	@Test
	void hasAnAccessLineForARequestThroughAProxyWithItsId() {
		gateway
			.send("/demoapp/greeting", "X-Api-Key", "demo-key", "X-Request-Id", "order-4711", "X-Forwarded-For",
					"203.0.113.7")
			.join();
		Awaitility.await()
			.atMost(GatewayProcess.PATIENCE)
			.untilAsserted(() -> assertThat(gateway.linesWith("203.0.113.7 - - ["))
				.anyMatch((line) -> line.contains("order-4711")
						&& line.contains("] \"GET /demoapp/greeting HTTP/1.1\" 200 ")));
	}

	private static void assertUnavailable(HttpResponse<String> response, String reason) {
		String id = response.headers().firstValue("X-Trace-Id").orElseThrow();
		assertThat(response.statusCode()).isEqualTo(503);
		assertThat(JsonPath.<String>read(response.body(), "$.detail")).isEqualTo("No backend is available");
		assertThat(JsonPath.<String>read(response.body(), "$.traceId")).isEqualTo(id);
		Awaitility.await()
			.untilAsserted(() -> assertThat(gateway.linesWith("] [" + id + "] "))
				.filteredOn((line) -> line.contains("Answering "))
				.singleElement()
				.satisfies((line) -> assertThat(line).contains(" WARN ", reason)));
	}

	private static HttpResponse<String> send() {
		return gateway.send("/demoapp/greeting", "X-Api-Key", "demo-key").join();
	}

	private static void answer(HttpExchange exchange) throws IOException {
		try (exchange) {
			requests.incrementAndGet();
			if (!down) {
				exchange.sendResponseHeaders(200, -1);
			}
		}
	}

}
