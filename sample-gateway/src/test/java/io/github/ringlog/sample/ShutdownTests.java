package io.github.ringlog.sample;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
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
					.generate(() -> gateway.send("/demoapp/slow?millis=3000", "X-Api-Key", "demo-key"))
					.limit(16)
					.toList();
				Awaitility.await()
					.atMost(GatewayProcess.PATIENCE)
					.until(() -> gateway.linesWith("received GET /demoapp/slow").size() == 16);
				assertThat(inFlight).noneMatch(CompletableFuture::isDone);
				load.awaitMore(50);
				Process process = gateway.terminate();
				slow = inFlight.stream().map(CompletableFuture::join).toList();
				assertThat(process.waitFor(GatewayProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
			}
			Map<String, Integer> lines = linesById();
			assertThat(slow).allSatisfy((response) -> {
				assertThat(response.statusCode()).isEqualTo(200);
				assertThat(lines).containsEntry(response.headers().firstValue("X-Trace-Id").orElseThrow(), LINES);
			});
			// A request that comes while Tomcat closes its connector may be refused by
			// that,
			// and is none of the gateway's: it has no id.
			assertThat(load.answers()).filteredOn((answer) -> answer.id().isEmpty())
				.extracting(Load.Answer::status)
				.isSubsetOf(0, 400, 503);
			assertThat(load.answers()).filteredOn((answer) -> !answer.id().isEmpty())
				.hasSizeGreaterThan(50)
				.allSatisfy((answer) -> {
					assertThat(answer.status()).isEqualTo(200);
					assertThat(lines).containsEntry(answer.id(), LINES);
				});
		}
	}

	private Map<String, Integer> linesById() throws IOException {
		Map<String, Integer> lines = new HashMap<>();
		try (Stream<String> all = Files.lines(this.directory.resolve("gateway.log"))) {
			all.flatMap((line) -> ID.matcher(line).results())
				.forEach((id) -> lines.merge(id.group(1), 1, Integer::sum));
		}
		return lines;
	}

}
