package io.github.ringlog.sample.chat;

import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the chat: that messages arrive, and that each of their lines is written.
 */
class ChatTests {

	private static final Pattern TRACED = Pattern.compile("\\[[0-9a-f]{32}]");

	private static final int CLIENTS = 20;

	private static final int MESSAGES = 240;

	private static final int SECONDS = 60;

	@TempDir
	private Path directory;

	@Test
	void writesEachLine() throws Exception {
		Path file = this.directory.resolve("server.log");
		try (ConfigurableApplicationContext server = SpringApplication.run(ChatServer.class, "--server.port=0",
				"--logging.file.name=" + file)) {
			String port = server.getEnvironment().getRequiredProperty("local.server.port");
			Sessions sessions = server.getBean(Sessions.class);
			CountDownLatch acknowledged = new CountDownLatch(MESSAGES);
			List<ChatClient> clients = new ArrayList<>();
			for (int i = 0; i < CLIENTS; i++) {
				// With an even number of users, two talk to each other.
				ChatClient client = new ChatClient(String.valueOf(i ^ 1), (id) -> acknowledged.countDown());
				client.connect(HttpClient.newHttpClient(), URI.create("ws://127.0.0.1:" + port + "/chat?user=" + i))
					.join();
				clients.add(client);
			}
			Awaitility.await().until(() -> sessions.count() == CLIENTS);
			for (int i = 0; i < MESSAGES; i++) {
				clients.get(i % CLIENTS).send(i, "Shall we meet at the station?");
			}
			assertThat(acknowledged.await(SECONDS, TimeUnit.SECONDS)).isTrue();
			clients.stream().map(ChatClient::close).toList().forEach(CompletableFuture::join);
			Awaitility.await().until(() -> sessions.count() == 0);
		}
		Awaitility.await().atMost(Duration.ofSeconds(SECONDS)).untilAsserted(() -> {
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
