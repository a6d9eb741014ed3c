package io.github.ringlog.sample;

import java.io.IOException;
import java.nio.file.Path;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The access log of the gateway.
 */
class GatewayAccessLogTests {

	@Test
	void hasALineForARequestThroughAProxyWithItsId(@TempDir Path directory) throws IOException {
		try (GatewayProcess gateway = GatewayProcess.start(directory, "--ringlog.access-log.enabled=true",
				"--server.forward-headers-strategy=native")) {
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
	}

}
