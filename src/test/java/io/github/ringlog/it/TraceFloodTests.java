package io.github.ringlog.it;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.github.ringlog.it.app.trace.reactive.TraceReactiveApplication;
import io.github.ringlog.it.app.trace.servlet.TraceServletApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.Needs;
import io.github.ringlog.kit.WebChild;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Many requests at once, each with an id of its own and ten lines that say which: no line
 * has another's id, or none.
 */
class TraceFloodTests {

	private static final String LOG4J = """
			<Configuration>
			  <Appenders>
			    <File name="file" fileName="lines.log" immediateFlush="false"><PatternLayout pattern="%encode{%X{traceId}}{CRLF} %encode{%m}{CRLF}%n"/></File>
			    <Console name="console"><PatternLayout pattern="%sanitized{%p %c %m%n%ex}"/></Console>
			  </Appenders>
			  <Loggers>
			    <Logger name="lines" level="info" additivity="false"><AppenderRef ref="file"/></Logger>
			    <Root level="warn"><AppenderRef ref="console"/></Root>
			  </Loggers>
			</Configuration>
			""";

	private static final String[] SERVLET = { "sync", "callable", "deferred", "sse", "streaming" };

	private static final int ROUNDS = 5;

	private static final int REQUESTS = 200;

	private static final int LINES = 10;

	@TempDir
	private Path directory;

	@Test
	void onPlatformThreadsOfTomcat() throws InterruptedException {
		flood(ChildJvm.servlet(this.directory, TraceServletApplication.class)
			.argument("--server.tomcat.threads.max=16", "--spring.task.execution.pool.core-size=16"), SERVLET);
	}

	@Test
	void onVirtualThreadsOfTomcat() throws InterruptedException {
		flood(ChildJvm.servlet(this.directory, TraceServletApplication.class)
			.java(Needs.jdk(21))
			.argument("--spring.threads.virtual.enabled=true"), SERVLET);
	}

	@Test
	void throughTheSchedulersOfReactor() throws InterruptedException {
		flood(ChildJvm.reactive(this.directory, TraceReactiveApplication.class), "publishOn", "subscribeOn", "flatMap");
	}

	private void flood(ChildJvm child, String... kinds) throws InterruptedException {
		HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1).build();
		try (WebChild server = WebChild.start(child.log4j(LOG4J))) {
			for (int round = 0; round < ROUNDS; round++) {
				List<CompletableFuture<Void>> requests = new ArrayList<>();
				for (int i = 0; i < REQUESTS; i++) {
					String id = "round-%d-request-%d".formatted(round, i);
					requests.add(send(client, server, kinds[i % kinds.length], id));
				}
				CompletableFuture.allOf(requests.toArray(CompletableFuture[]::new)).join();
			}
			server.stop();
			assertThat(server.running().output()).doesNotContainPattern("(?m)^(WARN|ERROR) ");
		}
		assertEachLineHasItsId();
	}

	private static CompletableFuture<Void> send(HttpClient client, WebChild server, String kind, String id) {
		URI uri = URI.create("http://127.0.0.1:%d/burst/%s?id=%s".formatted(server.port(), kind, id));
		HttpRequest request = HttpRequest.newBuilder(uri).header("X-Request-Id", id).build();
		return client.sendAsync(request, BodyHandlers.ofString()).thenAccept((response) -> check(response, id));
	}

	private static void check(HttpResponse<String> response, String id) {
		assertThat(response.body()).contains(id);
		assertThat(response.headers().allValues("X-Trace-Id")).containsExactly(id);
	}

	private void assertEachLineHasItsId() {
		Map<String, List<String>> linesById = new HashMap<>();
		for (String line : new LogFile(this.directory.resolve("lines.log")).lines()) {
			String[] parts = line.split(" ");
			assertThat(parts[0]).as(line).isEqualTo(parts[1]);
			linesById.computeIfAbsent(parts[0], (id) -> new ArrayList<>()).add(line);
		}
		assertThat(linesById).hasSize(ROUNDS * REQUESTS);
		assertThat(linesById.values().stream().filter((lines) -> lines.size() != LINES)).isEmpty();
	}

}
