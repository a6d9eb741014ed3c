package io.github.ringlog.sample;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Looks at the lines a real process prints.
 */
class RequestLogTests {

	private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	// Written by the thread that reads the output of the process, read by the tests.
	private static final List<String> lines = new CopyOnWriteArrayList<>();

	private static Process gateway;

	private static int port;

	@BeforeAll
	static void startGateway() throws IOException {
		gateway = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
				SampleGatewayApplication.class.getName(), "--server.port=0")
			.redirectErrorStream(true)
			.start();
		Thread reader = new Thread(() -> gateway.inputReader().lines().forEach(lines::add), "gateway-output");
		reader.setDaemon(true);
		reader.start();
		Awaitility.await().atMost(PATIENCE).until(() -> !gateway.isAlive() || linesWith("Started Sample").size() == 1);
		port = lines.stream()
			.flatMap((line) -> PORT.matcher(line).results())
			.map((MatchResult result) -> Integer.parseInt(result.group(1)))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException(String.join("\n", lines)));
	}

	@AfterAll
	static void stopGateway() throws InterruptedException {
		// Not gateway.destroy(), which closes the stream under its reader.
		gateway.toHandle().destroy();
		if (!gateway.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
			gateway.destroyForcibly();
		}
	}

	@Test
	void logsEachStageOfARequest() {
		get("/demoapp/greeting?secret=sesame");
		Awaitility.await().atMost(PATIENCE).until(() -> linesWith("Answered GET /demoapp/greeting").size() == 1);
		assertThat(linesWith("/demoapp/greeting")).satisfiesExactly(
				(line) -> assertThat(line).endsWith("Received GET /demoapp/greeting"),
				(line) -> assertThat(line).containsPattern("Routing /demoapp/greeting to http://127.0.0.1:\\d+$"),
				(line) -> assertThat(line).endsWith("Backend answers /demoapp/greeting with status 200"),
				(line) -> assertThat(line)
					.containsPattern("Answered GET /demoapp/greeting with status 200 in \\d+ ms$"));
		assertThat(linesWith("sesame")).isEmpty();
	}

	@Test
	void logsEachStageWithTheIdThatTheResponseEchoes() {
		String id = get("/demoapp/traced", "X-Request-Id", "order-4711").headers()
			.firstValue("X-Trace-Id")
			.orElseThrow();
		assertThat(id).isEqualTo("order-4711");
		Awaitility.await().atMost(PATIENCE).until(() -> linesWith("Answered GET /demoapp/traced").size() == 1);
		assertThat(linesWith("/demoapp/traced")).hasSize(4).allMatch((line) -> line.contains("] [order-4711] "));
	}

	@Test
	void logsEachStageWithANewId() {
		String id = get("/demoapp/untraced").headers().firstValue("X-Trace-Id").orElseThrow();
		assertThat(id).matches("[0-9a-f]{32}");
		Awaitility.await().atMost(PATIENCE).until(() -> linesWith("Answered GET /demoapp/untraced").size() == 1);
		assertThat(linesWith("/demoapp/untraced")).hasSize(4).allMatch((line) -> line.contains("] [" + id + "] "));
	}

	@Test
	void letsNoRequestForgeALine() {
		get("/demoapp/break%0d%0aFORGED%1b%5b31m%e2%80%a8LINE");
		Awaitility.await().atMost(PATIENCE).until(() -> linesWith("Answered GET /demoapp/break").size() == 1);
		assertThat(linesWith("FORGED")).hasSize(4)
			.allSatisfy((line) -> assertThat(line).contains("/demoapp/break%0d%0aFORGED%1b%5b31m%e2%80%a8LINE"));
	}

	@Test
	void logsARequestThatNoRouteTakes() {
		get("/nowhere");
		Awaitility.await().atMost(PATIENCE).until(() -> linesWith("Answered GET /nowhere").size() == 1);
		assertThat(linesWith("/nowhere")).hasSize(2)
			.last()
			.satisfies((line) -> assertThat(line).contains("with status 404"));
	}

	@Test
	void logsNothingOfTheActuator() {
		get("/actuator/health");
		get("/after-the-actuator");
		Awaitility.await().atMost(PATIENCE).until(() -> linesWith("Answered GET /after-the-actuator").size() == 1);
		assertThat(linesWith("/actuator/health")).isEmpty();
	}

	@Test
	void logsNothingOfTheLivePage() {
		get("/");
		get("/live/main.js");
		get("/after-the-live-page");
		Awaitility.await().atMost(PATIENCE).until(() -> linesWith("Answered GET /after-the-live-page").size() == 1);
		assertThat(lines).noneMatch((line) -> line.matches(".+ GET /(index\\.html|live/.+)?( .+)?"));
	}

	private static List<String> linesWith(String text) {
		return lines.stream().filter((line) -> line.contains(text)).toList();
	}

	private static HttpResponse<Void> get(String path, String... headers) {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
		if (headers.length > 0) {
			request.headers(headers);
		}
		return HttpClient.newHttpClient().sendAsync(request.build(), BodyHandlers.discarding()).join();
	}

}
