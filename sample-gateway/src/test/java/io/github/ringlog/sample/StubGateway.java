package io.github.ringlog.sample;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import org.springframework.util.StringUtils;

/**
 * The files of the live page beside endpoints that answer what a test wants: states that
 * the sample gets into seldom or never. It is stricter than the sample, too: only what
 * comes from here may run or be shown.
 */
final class StubGateway implements AutoCloseable {

	private static final Map<String, String> TYPES = Map.of("html", "text/html", "js", "text/javascript", "css",
			"text/css", "svg", "image/svg+xml");

	private final AtomicInteger questions = new AtomicInteger();

	private final ExecutorService executor = Executors.newCachedThreadPool();

	// Set by the test, read by the threads of the server.
	private volatile IntFunction<String> ringlog = (asked) -> "{}";

	private HttpServer server;

	StubGateway() throws IOException {
		this.server = start(0);
	}

	private HttpServer start(int port) throws IOException {
		HttpServer started = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
		started.createContext("/", this::file);
		started.createContext("/actuator/ringlog", (exchange) -> {
			int asked = this.questions.incrementAndGet();
			answer(exchange, 200, "application/json", this.ringlog.apply(asked).getBytes(StandardCharsets.UTF_8));
		});
		started.createContext("/actuator/metrics", (exchange) -> answer(exchange, 200, "application/json",
				"{\"names\":[]}".getBytes(StandardCharsets.UTF_8)));
		started.setExecutor(this.executor);
		started.start();
		return started;
	}

	URI url() {
		return URI.create("http://127.0.0.1:" + this.server.getAddress().getPort() + "/");
	}

	/**
	 * Answer this JSON from now on.
	 */
	void answer(String ringlog) {
		this.ringlog = (asked) -> ringlog;
	}

	/**
	 * Answer JSON that depends on how often the endpoint was asked.
	 */
	void answer(IntFunction<String> ringlog) {
		this.ringlog = ringlog;
	}

	/**
	 * Return how often the endpoint was asked.
	 */
	int questions() {
		return this.questions.get();
	}

	void stop() {
		this.server.stop(0);
	}

	/**
	 * Come back where the gateway was before.
	 */
	void restart() throws IOException {
		this.server = start(this.server.getAddress().getPort());
	}

	private void file(HttpExchange exchange) throws IOException {
		String path = exchange.getRequestURI().getPath();
		String name = "static" + ("/".equals(path) ? "/index.html" : path);
		try (InputStream in = getClass().getClassLoader().getResourceAsStream(name)) {
			if (in == null) {
				answer(exchange, 404, "text/plain", new byte[0]);
				return;
			}
			String type = TYPES.getOrDefault(StringUtils.getFilenameExtension(name), "text/plain");
			answer(exchange, 200, type, in.readAllBytes());
		}
	}

	private static void answer(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
		try (exchange) {
			exchange.getResponseHeaders().set("Content-Type", type + ";charset=utf-8");
			exchange.getResponseHeaders().set(LivePagePolicy.HEADER, LivePagePolicy.VALUE);
			exchange.sendResponseHeaders(status, (body.length != 0) ? body.length : -1);
			exchange.getResponseBody().write(body);
		}
	}

	@Override
	public void close() {
		stop();
		this.executor.shutdownNow();
	}

}
