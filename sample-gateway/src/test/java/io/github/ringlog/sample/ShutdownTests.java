package io.github.ringlog.sample;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A gateway process that is terminated under load.
 */
class ShutdownTests {

	private static final Pattern ID = Pattern.compile("] \\[([0-9a-f]{32})] ");

	private static final int LINES = 10;

	@TempDir
	private Path directory;

	@Test
	void answersRequestsInFlightAndWritesEachOfTheirLines() throws Exception {
		try (GatewayProcess gateway = GatewayProcess.start(this.directory, "--logging.file.name=gateway.log",
				"--spring.http.clients.read-timeout=20s")) {
			List<HttpResponse<String>> slow;
			Load load = new Load(gateway, 8);
			try (load) {
				List<CompletableFuture<HttpResponse<String>>> inFlight = Stream
					.generate(() -> gateway.send("/demoapp/slow?millis=6000", "X-Api-Key", "demo-key"))
					.limit(16)
					.toList();
				Awaitility.await()
					.atMost(GatewayProcess.PATIENCE)
					.until(() -> gateway.linesWith("received GET /demoapp/slow").size() == 16);
				assertThat(inFlight).noneMatch(CompletableFuture::isDone);
				load.awaitMore(50);
				gateway.running().terminate();
				slow = inFlight.stream().map(CompletableFuture::join).toList();
				gateway.running().awaitEnd(GatewayProcess.PATIENCE);
			}
			Map<String, List<String>> lines = linesById();
			assertThat(slow).allSatisfy((response) -> assertAnswered(response.statusCode(),
					response.headers().firstValue("X-Trace-Id").orElseThrow(), lines));
			// Tomcat refuses what comes while it closes its connector. Such a request is
			// none of the gateway's: it has no lines, and an id only if Tomcat had begun.
			Map<Boolean, List<Load.Answer>> refused = load.answers()
				.stream()
				.collect(Collectors.partitioningBy((answer) -> !lines.containsKey(answer.id())));
			assertThat(refused.get(true)).extracting(Load.Answer::status).isSubsetOf(0, 400, 503);
			List<Load.Answer> answered = refused.get(false);
			assertThat(answered).hasSizeGreaterThan(50);
			answered.forEach((answer) -> assertAnswered(answer.status(), answer.id(), lines));
		}
	}

	// One at a time, so that a failure shows the lines of its request.
	private static void assertAnswered(int status, String id, Map<String, List<String>> lines) {
		assertThat(status).as(() -> "Status of " + id + ", " + lines.get(id)).isEqualTo(200);
		assertThat(lines.getOrDefault(id, List.of())).as("Lines of " + id).hasSize(LINES);
	}

	private Map<String, List<String>> linesById() throws IOException {
		try (Stream<String> all = Files.lines(this.directory.resolve("gateway.log"))) {
			return all.filter((line) -> ID.matcher(line).find()).collect(Collectors.groupingBy(ShutdownTests::id));
		}
	}

	private static String id(String line) {
		Matcher id = ID.matcher(line);
		assertThat(id.find()).isTrue();
		return id.group(1);
	}

}
