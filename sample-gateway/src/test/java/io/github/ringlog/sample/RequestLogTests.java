package io.github.ringlog.sample;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;

import com.jayway.jsonpath.JsonPath;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Looks at the lines a real process prints.
 */
class RequestLogTests {

	private static GatewayProcess gateway;

	@BeforeAll
	static void startGateway(@TempDir Path directory) throws IOException {
		gateway = GatewayProcess.start(directory);
	}

	@AfterAll
	static void stopGateway() {
		if (gateway != null) {
			gateway.close();
		}
	}

	@Test
	void logsEachStageOfARequest() {
		String id = send("/demoapp/greeting?secret=sesame", "X-Api-Key", "demo-key", "Cookie", "sesame").headers()
			.firstValue("X-Trace-Id")
			.orElseThrow();
		assertThat(linesOf(id)).satisfiesExactly((line) -> assertThat(line).endsWith("Received GET /demoapp/greeting"),
				(line) -> assertThat(line).endsWith("Authenticated demo"),
				(line) -> assertThat(line).containsPattern("Client demo has \\d+ of 10000 requests left$"),
				(line) -> assertThat(line).containsPattern("Chose 127.0.0.1:\\d+ for attempt 1$"),
				(line) -> assertThat(line).containsPattern(
						"Sending GET http://127.0.0.1:\\d+ \\[.*cookie=\\*\\*\\*.*[Xx]-[Rr]equest-[Ii]d=" + id),
				(line) -> assertThat(line).containsPattern("Backend \\d+ received GET /demoapp/greeting$"),
				(line) -> assertThat(line)
					.containsPattern("Backend \\d+ answers GET /demoapp/greeting with status 200$"),
				(line) -> assertThat(line).containsPattern(
						"Got status 200 from http://127.0.0.1:\\d+ after \\d+ ms \\[content-type=application/json, "),
				(line) -> assertThat(line).containsPattern("Circuit breaker demoapp counts a success after \\d+ ms$"),
				(line) -> assertThat(line)
					.containsPattern("Answered GET /demoapp/greeting with status 200 in \\d+ ms$"));
		assertThat(gateway.linesWith("sesame")).isEmpty();
		assertThat(gateway.linesWith("demo-key")).isEmpty();
	}

	@Test
	void logsEachStageWithTheIdThatTheResponseEchoes() {
		HttpResponse<String> response = send("/demoapp/traced", "X-Api-Key", "demo-key", "X-Request-Id", "order-4711");
		assertThat(response.headers().firstValue("X-Trace-Id")).hasValue("order-4711");
		assertThat(linesOf("order-4711")).hasSize(10);
	}

	@Test
	void tellsWhoSendsNoKey() {
		assertProblem(send("/demoapp/greeting"), 401, "Answering 401: no key in the header X-Api-Key");
	}

	@Test
	void tellsWhoSendsAKeyThatIsNotKnown() {
		HttpResponse<String> response = send("/demoapp/greeting", "X-Api-Key", "guessed");
		assertThat(response.headers().firstValue("WWW-Authenticate")).isPresent();
		assertProblem(response, 401, "Answering 401: no known key in the header X-Api-Key");
		assertThat(gateway.linesWith("guessed")).isEmpty();
	}

	@Test
	void tellsWhoIsOverTheLimit() {
		// What is slow at first would take as long as one of the five to come back.
		send("/demoapp/greeting", "X-Api-Key", "demo-key");
		int allowed = 0;
		HttpResponse<String> response = send("/demoapp/greeting", "X-Api-Key", "trial-key");
		while (response.statusCode() == 200 && allowed < 100) {
			assertThat(response.headers().firstValue("X-RateLimit-Remaining")).isPresent();
			allowed++;
			response = send("/demoapp/greeting", "X-Api-Key", "trial-key");
		}
		assertThat(allowed).isGreaterThanOrEqualTo(5);
		// One of the five is back after two seconds.
		assertThat(response.headers().firstValue("Retry-After")).get().isIn("1", "2");
		assertThat(response.headers().firstValue("X-RateLimit-Remaining")).hasValue("0");
		assertProblem(response, 429, "Answering 429: client trial is over its rate limit: 5 per PT10S");
	}

	@Test
	void tellsThatTheBackendIsSlow() {
		HttpResponse<String> response = send("/demoapp/slow?millis=2500", "X-Api-Key", "demo-key");
		assertProblem(response, 504, "Answering 504: java.net.SocketTimeoutException: Read timed out");
		String id = response.headers().firstValue("X-Trace-Id").orElseThrow();
		assertThat(gateway.linesWith(id)).filteredOn((line) -> line.contains("Chose ")).hasSize(1);
	}

	@Test
	void logsARequestThatNoRouteTakes() {
		String id = send("/nowhere").headers().firstValue("X-Trace-Id").orElseThrow();
		assertThat(linesOf(id)).hasSize(2).last().satisfies((line) -> assertThat(line).contains("with status 404"));
	}

	@Test
	void logsNothingOfTheActuator() {
		gateway.get("/actuator/health");
		linesOf(send("/after-the-actuator").headers().firstValue("X-Trace-Id").orElseThrow());
		assertThat(gateway.linesWith("/actuator/health")).isEmpty();
	}

	@Test
	void logsNothingOfTheLivePage() {
		gateway.get("/");
		gateway.get("/live/main.js");
		linesOf(send("/after-the-live-page").headers().firstValue("X-Trace-Id").orElseThrow());
		assertThat(gateway.output().lines()).noneMatch((line) -> line.matches(".+ GET /(index\\.html|live/.+)?( .+)?"));
	}

	private static void assertProblem(HttpResponse<String> response, int status, String line) {
		String id = response.headers().firstValue("X-Trace-Id").orElseThrow();
		assertThat(response.statusCode()).isEqualTo(status);
		assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		assertThat(JsonPath.<Integer>read(response.body(), "$.status")).isEqualTo(status);
		assertThat(JsonPath.<String>read(response.body(), "$.traceId")).isEqualTo(id);
		assertThat(linesOf(id)).filteredOn((each) -> each.contains("Answering ")).singleElement().satisfies((each) -> {
			assertThat(each).endsWith(line);
			assertThat(each).contains(" WARN ");
		});
	}

	/**
	 * Return the lines of a request, of which there is none after the answer.
	 */
	private static List<String> linesOf(String id) {
		String start = "] [" + id + "] ";
		return Awaitility.await()
			.atMost(GatewayProcess.PATIENCE)
			.until(() -> gateway.linesWith(start),
					(lines) -> lines.stream().anyMatch((line) -> line.contains("Answered ")));
	}

	private static HttpResponse<String> send(String path, String... headers) {
		return gateway.send(path, headers).join();
	}

}
