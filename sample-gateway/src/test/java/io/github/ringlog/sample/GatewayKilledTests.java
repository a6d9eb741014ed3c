package io.github.ringlog.sample;

import java.io.IOException;
import java.nio.file.Path;

import io.github.ringlog.kit.Verifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A gateway process that is killed under load and has a crash log.
 */
class GatewayKilledTests {

	private static final int LIVES = 2;

	@TempDir
	private Path directory;

	@Test
	void losesNoLineOnceItHasStartedAgain() throws IOException {
		for (int life = 0; life < LIVES; life++) {
			try (GatewayProcess gateway = start(); Load load = new Load(gateway, 16)) {
				load.awaitMore(400);
				gateway.kill();
			}
		}
		try (GatewayProcess gateway = start()) {
			gateway.running().terminate();
			gateway.running().awaitEnd(GatewayProcess.PATIENCE);
		}
		Verifier verifier = Verifier.of(this.directory.resolve("gateway.log"))
			.assertStatus(0)
			.assertPrints("the process was killed, and the next start has recovered its events", "COMPLETE: ");
		assertThat(verifier.output().lines().filter((line) -> line.contains("the process was killed"))).hasSize(LIVES);
		Verifier.of("--crash-log", this.directory.resolve("crash")).assertStatus(0).assertPrints("COMPLETE: ");
	}

	private GatewayProcess start() throws IOException {
		return GatewayProcess.start(this.directory, "--logging.file.name=gateway.log",
				"--ringlog.receipts.enabled=true", "--ringlog.crash-log.file=crash");
	}

}
