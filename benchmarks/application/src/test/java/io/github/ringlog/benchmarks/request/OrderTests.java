package io.github.ringlog.benchmarks.request;

import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sends requests for a moment: that each logs eight lines or none, and has a latency.
 */
class OrderTests {

	private static final int REQUESTS = 50;

	@TempDir
	private Path directory;

	@Test
	void logsEightLinesOrNone() throws Exception {
		Path file = this.directory.resolve("server.log");
		try (ConfigurableApplicationContext server = SpringApplication.run(OrderApplication.class, "--server.port=0",
				"--logging.file.name=" + file)) {
			String orders = "http://127.0.0.1:" + server.getEnvironment().getRequiredProperty("local.server.port")
					+ "/orders/4711?log=";
			List<LoadGenerator.Server> servers = List.of(new LoadGenerator.Server(orders + true),
					new LoadGenerator.Server(orders + false), new LoadGenerator.Server(orders + "maybe"));
			LoadGenerator.load(HttpClient.newHttpClient(), servers, 2 * REQUESTS, 0.5);
			assertThat(servers).extracting(LoadGenerator.Server::json)
				.satisfiesExactly((json) -> assertThat(json).startsWith("{\"failed\":0,\"latencies\":{\""),
						(json) -> assertThat(json).startsWith("{\"failed\":0,\"latencies\":{\""),
						(json) -> assertThat(json).startsWith("{\"failed\":" + REQUESTS + ","));
		}
		assertThat(Files.readAllLines(file)).filteredOn((line) -> line.contains("order 4711")).hasSize(8 * REQUESTS);
	}

}
