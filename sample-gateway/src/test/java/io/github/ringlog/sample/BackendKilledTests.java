package io.github.ringlog.sample;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A gateway process with four backends, one of which is a process of its own and killed
 * under load.
 */
class BackendKilledTests {

	private static final int CLIENTS = 16;

	@TempDir
	private Path directory;

	@Test
	void sendsItsRequestsToTheOthers() throws IOException {
		List<HttpServer> three = List.of(startServer(), startServer(), startServer());
		String urls = three.stream()
			.map((server) -> ",http://127.0.0.1:" + server.getAddress().getPort())
			.collect(Collectors.joining());
		try (GatewayProcess one = GatewayProcess.startBackend(this.directory);
				GatewayProcess gateway = GatewayProcess.start(this.directory,
						"--sample.backend.urls=http://127.0.0.1:" + one.port() + urls)) {
			String killed = "Chose 127.0.0.1:" + one.port() + " for attempt ";
			Load load = new Load(gateway, CLIENTS);
			try (load) {
				load.awaitMore(400);
				one.kill();
				load.awaitMore(1200);
			}
			List<Load.Answer> answers = load.answers();
			long failed = answers.stream().filter((answer) -> answer.status() != 200).count();
			assertThat(failed * 100.0 / answers.size()).as("%d of %d failed", failed, answers.size())
				.isLessThanOrEqualTo(0.5);
			assertThat(answers).extracting(Load.Answer::time)
				.allSatisfy((time) -> assertThat(time).isLessThan(Duration.ofSeconds(10)));
			assertThat(gateway.linesWith(killed + "1").size()).isGreaterThan(350);
			assertThat(gateway.linesWith(" for attempt 2").size()).isGreaterThan(250);
			assertThat(gateway.linesWith(" for attempt 3").size()).isLessThan(10);
		}
		finally {
			three.forEach((server) -> server.stop(0));
		}
	}

	private static HttpServer startServer() throws IOException {
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.createContext("/", (exchange) -> {
			exchange.sendResponseHeaders(200, -1);
			exchange.close();
		});
		server.setExecutor(Executors.newCachedThreadPool());
		server.start();
		return server;
	}

}
