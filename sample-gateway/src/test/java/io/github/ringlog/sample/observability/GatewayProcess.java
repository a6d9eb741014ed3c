package io.github.ringlog.sample.observability;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.ringlog.sample.SampleGatewayApplication;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;

/**
 * The sample gateway in a JVM of its own, on a port of its choice.
 */
final class GatewayProcess implements AutoCloseable {

	private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private final HttpClient client = HttpClient.newHttpClient();

	private final Process process;

	private final int port;

	private GatewayProcess(Process process, int port) {
		this.process = process;
		this.port = port;
	}

	/**
	 * Start the gateway.
	 * @param directory the working directory of the process
	 * @param arguments the arguments of the application
	 */
	static GatewayProcess start(Path directory, String... arguments) throws IOException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
						"-cp", System.getProperty("java.class.path"), SampleGatewayApplication.class.getName(),
						"--server.port=0", "--server.address=127.0.0.1"));
		command.addAll(List.of(arguments));
		Path output = directory.resolve("gateway-output.txt");
		Process process = new ProcessBuilder(command).directory(directory.toFile())
			.redirectErrorStream(true)
			.redirectOutput(output.toFile())
			.start();
		Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> !process.isAlive() || PORT.matcher(Files.readString(output)).find());
		Matcher port = PORT.matcher(Files.readString(output));
		if (!port.find()) {
			throw new IllegalStateException("The gateway has not started:\n" + Files.readString(output));
		}
		return new GatewayProcess(process, Integer.parseInt(port.group(1)));
	}

	int port() {
		return this.port;
	}

	String get(String path) {
		URI uri = URI.create("http://127.0.0.1:" + this.port + path);
		HttpResponse<String> response = this.client
			.sendAsync(HttpRequest.newBuilder(uri).timeout(PATIENCE).build(), BodyHandlers.ofString())
			.join();
		Assertions.assertThat(response.statusCode()).as(path).isEqualTo(200);
		return response.body();
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
		this.process.onExit().join();
	}

}
