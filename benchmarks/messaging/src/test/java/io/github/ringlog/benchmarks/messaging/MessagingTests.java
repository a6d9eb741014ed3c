package io.github.ringlog.benchmarks.messaging;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the messaging case with next to nothing to do: that messages arrive, and that each
 * of their lines is counted. It tells nothing of speed.
 */
class MessagingTests {

	private static final int CLIENTS = 20;

	private static final int WARM_UP = 40;

	private static final int MESSAGES = 200;

	@TempDir
	private Path directory;

	@Test
	void countsEachLineOfRinglog() throws Exception {
		assertCounted(new ServerProcess(this.directory, false));
	}

	@Test
	void countsEachLineOfLogback() throws Exception {
		assertCounted(new ServerProcess(this.directory, true, "-Dringlog.enabled=false",
				"-Dlogging.pattern.correlation=[%X{traceId:-}]"));
	}

	private static void assertCounted(ServerProcess server) throws Exception {
		try (server) {
			String[] cells = LoadGenerator
				.measure(server.port(), server.pid(), String.valueOf(CLIENTS), String.valueOf(WARM_UP),
						String.valueOf(MESSAGES), "10")
				.split(",");
			assertThat(cells).hasSize(10);
			assertThat(cells[0]).as("messages").isEqualTo("200");
			assertThat(cells[2]).as("failed").isEqualTo("0");
			assertThat(Double.parseDouble(cells[3])).as("p50").isPositive();
			assertThat(Double.parseDouble(cells[4])).as("p99")
				.isBetween(Double.parseDouble(cells[3]), Double.parseDouble(cells[6]));
			assertThat(Long.parseLong(cells[8])).as("CPU").isGreaterThanOrEqualTo(Long.parseLong(cells[7]));
			assertThat(cells[9]).as("all").isEqualTo("240");
			for (List<String> lines : server.stop()) {
				assertThat(lines).hasSize(4 * (WARM_UP + MESSAGES) + 2 * CLIENTS);
				for (String stage : List.of("Received", "Routed", "Delivered", "Acknowledges")) {
					assertThat(lines).filteredOn((line) -> line.contains(stage)).hasSize(WARM_UP + MESSAGES);
				}
				assertThat(lines).filteredOn((line) -> line.contains("connected")).hasSize(2 * CLIENTS);
			}
		}
	}

}
