package io.github.ringlog.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.function.Consumer;

import org.assertj.core.api.Assertions;

/**
 * A child process that serves HTTP on a port of its choice.
 */
public final class WebChild implements AutoCloseable {

	private final HttpClient client = HttpClient.newHttpClient();

	private final RunningJvm running;

	private final long port;

	private WebChild(RunningJvm running, long port) {
		this.running = running;
		this.port = port;
	}

	/**
	 * Start an application and wait until it serves.
	 * @param child the application
	 * @return the application that serves
	 */
	public static WebChild start(ChildJvm child) {
		return of(onAnyPort(child).start());
	}

	/**
	 * Start an application with its standard output in a pipe that another process reads.
	 * @param child the application
	 * @param reader the other process
	 * @param reading takes it once it runs
	 * @return the application that serves
	 */
	public static WebChild start(ChildJvm child, ProcessBuilder reader, Consumer<Process> reading) {
		return of(onAnyPort(child).startInto(reader, reading));
	}

	private static ChildJvm onAnyPort(ChildJvm child) {
		return child.argument("--server.port=0", "--server.address=127.0.0.1");
	}

	private static WebChild of(RunningJvm running) {
		try {
			return new WebChild(running, running.awaitPrinted("port"));
		}
		catch (RuntimeException | AssertionError ex) {
			running.close();
			throw ex;
		}
	}

	/**
	 * Return the process.
	 * @return the process
	 */
	public RunningJvm running() {
		return this.running;
	}

	/**
	 * Get what is at a path, and expect success.
	 * @param path the path
	 * @return the body of the answer
	 */
	public String get(String path) {
		return checked(exchange(request(path).GET()));
	}

	/**
	 * Send a request, whatever is answered.
	 * @param path the path
	 * @param namesAndValues headers
	 * @return the answer
	 */
	public HttpResponse<String> exchange(String path, String... namesAndValues) {
		HttpRequest.Builder builder = request(path);
		if (namesAndValues.length > 0) {
			builder.headers(namesAndValues);
		}
		return this.client.sendAsync(builder.build(), BodyHandlers.ofString()).join();
	}

	/**
	 * Return the port.
	 * @return the port
	 */
	public long port() {
		return this.port;
	}

	/**
	 * Post JSON, and expect success.
	 * @param path the path
	 * @param json the body
	 * @return the body of the answer
	 */
	public String post(String path, String json) {
		return checked(exchange(json(path, json)));
	}

	/**
	 * Post what may be refused.
	 * @param path the path
	 * @param json the body
	 * @return the answer
	 */
	public HttpResponse<String> tryPost(String path, String json) {
		return exchange(json(path, json));
	}

	private HttpRequest.Builder json(String path, String json) {
		return request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(json));
	}

	private HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.port + path))
			.timeout(Duration.ofSeconds(60));
	}

	private String checked(HttpResponse<String> response) {
		Assertions.assertThat(response.statusCode())
			.as(() -> response.request() + " " + response.body() + "\n" + this.running.describe())
			.isBetween(200, 299);
		return response.body();
	}

	private HttpResponse<String> exchange(HttpRequest.Builder request) {
		try {
			return this.client.send(request.build(), BodyHandlers.ofString());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(this.running.describe(), ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Ask the application to end and wait for it, so that all that was logged is written.
	 */
	public void stop() {
		this.running.terminate();
		this.running.awaitEnd(Duration.ofMinutes(1));
	}

	@Override
	public void close() {
		this.running.close();
	}

}
