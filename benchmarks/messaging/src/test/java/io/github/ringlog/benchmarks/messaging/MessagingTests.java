package io.github.ringlog.benchmarks.messaging;

import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the messaging case with next to nothing to do: that messages arrive, and that each
 * of their lines is counted. It tells nothing of speed.
 */
class MessagingTests {

	private static final Pattern TRACED = Pattern.compile("\\[[0-9a-f]{32}]");

	private static final int CLIENTS = 20;

	private static final int MESSAGES = 240;

	@TempDir
	private Path directory;

	@Test
	void countsEachLine() throws Exception {
		Path file = this.directory.resolve("server.log");
		try (ConfigurableApplicationContext server = SpringApplication.run(ChatServer.class, "--server.port=0",
				"--logging.file.name=" + file)) {
			String port = server.getEnvironment().getRequiredProperty("local.server.port");
			URI chat = URI.create("ws://127.0.0.1:" + port + "/chat");
			Target target = LoadGenerator.target(HttpClient.newHttpClient(), chat, CLIENTS);
			String result = LoadGenerator.load(target, 480, 0.5);
			target.close();
			assertThat(result).contains("\"requests\":" + MESSAGES + ",", "\"failed\":0,").doesNotContain("\"p50\":0,");
		}
		Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
			List<String> lines = Files.readAllLines(file)
				.stream()
				.filter((line) -> TRACED.matcher(line).find())
				.toList();
			assertThat(lines).hasSize(4 * MESSAGES + 2 * CLIENTS);
			for (String stage : List.of("Received", "Routed", "Delivered", "Acknowledges")) {
				assertThat(lines).filteredOn((line) -> line.contains(stage)).hasSize(MESSAGES);
			}
		});
	}

}
