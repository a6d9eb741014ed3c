package io.github.ringlog.sample;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

import io.github.ringlog.demoapp.DemoApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;

/**
 * The sample gateway, or the application behind it, in a JVM of its own and on a port of
 * its choice.
 */
public final class GatewayProcess implements AutoCloseable {

	static final Duration PATIENCE = Duration.ofMinutes(2);

	// The gateway has one; the application that it embeds tells of "ports".
	private static final Pattern PORT = Pattern.compile("Tomcat started on port \\d+");

	private static final Pattern PORTS = Pattern.compile("Tomcat started on ports? [^/]+");

	private static final Pattern NUMBER = Pattern.compile("\\d+");

	private final HttpClient client = HttpClient.newHttpClient();

	private final RunningJvm running;

	private final List<Integer> ports;

	private GatewayProcess(RunningJvm running, Pattern sign) {
		this.running = running;
		Awaitility.await().atMost(PATIENCE).until(() -> !running.isAlive() || sign.matcher(output()).find());
		this.ports = sign.matcher(output())
			.results()
			.flatMap((line) -> NUMBER.matcher(line.group()).results())
			.map((port) -> Integer.parseInt(port.group()))
			.toList();
		if (this.ports.isEmpty()) {
			throw new IllegalStateException("It has not started:\n" + running.describe());
		}
	}

	/**
	 * Start the gateway.
	 * @param directory the working directory of the process
	 * @param arguments the arguments of the application
	 */
	public static GatewayProcess start(Path directory, String... arguments) throws IOException {
		return start(SampleGatewayApplication.class, PORT, directory, arguments);
	}

	/**
	 * Start the application behind the gateway.
	 * @param directory the working directory of the process
	 * @param arguments the arguments of the application
	 */
	static GatewayProcess startBackend(Path directory, String... arguments) throws IOException {
		return start(DemoApplication.class, PORTS, directory, arguments);
	}

	private static GatewayProcess start(Class<?> main, Pattern sign, Path directory, String... arguments)
			throws IOException {
		Path output = Files.createTempFile(directory, "output-", ".txt");
		return new GatewayProcess(ChildJvm.withAll(directory, main)
			.argument("--server.port=0", "--server.address=127.0.0.1")
			.argument((Object[]) arguments)
			.startInto(output), sign);
	}

	public int port() {
		return this.ports.get(0);
	}

	/**
	 * Return what is there at a path, with the key of the demo.
	 */
	public String get(String path) {
		HttpResponse<String> response = send(path, "X-Api-Key", "demo-key").join();
		Assertions.assertThat(response.statusCode()).as(path).isEqualTo(200);
		return response.body();
	}

	CompletableFuture<HttpResponse<String>> send(String path, String... headers) {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
			.timeout(PATIENCE);
		if (headers.length > 0) {
			request.headers(headers);
		}
		return this.client.sendAsync(request.build(), BodyHandlers.ofString());
	}

	String output() {
		return this.running.output();
	}

	List<String> linesWith(String text) {
		return output().lines().filter((line) -> line.contains(text)).toList();
	}

	/**
	 * Return its process.
	 */
	RunningJvm running() {
		return this.running;
	}

	/**
	 * End it at once.
	 */
	void kill() {
		this.running.close();
	}

	@Override
	public void close() {
		kill();
	}

}
