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

import io.github.ringlog.kit.Verifier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A gateway process that is killed under load and has a crash log, and is terminated
 * under load after its next start.
 */
class GatewayKilledTests {

	private static final Pattern ID = Pattern.compile("] \\[([0-9a-f]{32})] ");

	private static final int LINES = 10;

	@TempDir
	private Path directory;

	@Test
	void losesNoLineOnceItHasStartedAgain() throws Exception {
		try (GatewayProcess gateway = start(); Load load = new Load(gateway, 16)) {
			load.awaitMore(400);
			gateway.kill();
		}
		try (GatewayProcess gateway = start()) {
			answersRequestsInFlightAndWritesEachOfTheirLines(gateway);
		}
		Verifier verifier = Verifier.of(this.directory.resolve("gateway.log"))
			.assertStatus(0)
			.assertPrints("the process was killed, and the next start has recovered its events", "COMPLETE: ");
		assertThat(verifier.output().lines().filter((line) -> line.contains("the process was killed"))).hasSize(1);
		Verifier.of("--crash-log", this.directory.resolve("crash")).assertStatus(0).assertPrints("COMPLETE: ");
	}

	private GatewayProcess start() throws IOException {
		return GatewayProcess.start(this.directory, "--logging.file.name=gateway.log",
				"--ringlog.receipts.enabled=true", "--ringlog.crash-log.file=crash",
				"--spring.http.clients.read-timeout=20s");
	}

	private void answersRequestsInFlightAndWritesEachOfTheirLines(GatewayProcess gateway) throws Exception {
		List<HttpResponse<String>> slow;
		Load load = new Load(gateway, 8);
		try (load) {
			List<CompletableFuture<HttpResponse<String>>> inFlight = Stream
				.generate(() -> gateway.send("/demoapp/slow?millis=2500", "X-Api-Key", "demo-key"))
				.limit(16)
				.toList();
			Awaitility.await()
				.atMost(GatewayProcess.PATIENCE)
				.until(() -> gateway.linesWith("received GET /demoapp/slow").size() == 16);
			load.awaitMore(50);
			assertThat(inFlight).noneMatch(CompletableFuture::isDone);
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

	// One at a time, so that a failure shows the lines of its request.
	private static void assertAnswered(int status, String id, Map<String, List<String>> lines) {
		assertThat(status).as(() -> "Status of " + id + ", " + lines.get(id)).isEqualTo(200);
		assertThat(lines.getOrDefault(id, List.of())).as("Lines of " + id).hasSize(LINES);
	}

	private Map<String, List<String>> linesById() throws IOException {
		try (Stream<String> all = Files.lines(this.directory.resolve("gateway.log"))) {
			return all.filter((line) -> ID.matcher(line).find()).collect(Collectors.groupingBy(GatewayKilledTests::id));
		}
	}

	private static String id(String line) {
		Matcher id = ID.matcher(line);
		assertThat(id.find()).isTrue();
		return id.group(1);
	}

}
