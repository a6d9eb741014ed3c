package io.github.ringlog.sample;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceIds;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * The backend that the sample brings along: one resource, on the loopback interface only.
 */
final class DemoBackend implements Backend, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(DemoBackend.class);

	private static final int THREADS = 4;

	private static final byte[] GREETING = """
			{"greeting":"Hello from behind the gateway"}
			""".getBytes(StandardCharsets.UTF_8);

	static {
		// The JDK's server writes head and body apart: without this, an answer on a
		// connection that is used again may wait some 40 ms for an acknowledgement.
		System.setProperty("sun.net.httpserver.nodelay", "true");
	}

	private final ExecutorService executor = Executors.newFixedThreadPool(THREADS,
			new CustomizableThreadFactory("demo-backend-"));

	private final TraceIds ids = TraceIds.withDefaults();

	private final CurrentTraceId current = new CurrentTraceId("traceId");

	private final HttpServer server;

	DemoBackend(int port) throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
		this.server.createContext("/", this::answerWithTraceId);
		this.server.setExecutor(this.executor);
		this.server.start();
		logger.info("Demo backend listens on {}", url());
	}

	@Override
	public URI url() {
		InetSocketAddress address = this.server.getAddress();
		return URI.create("http://" + address.getAddress().getHostAddress() + ":" + address.getPort());
	}

	/**
	 * Spring's servers do this by themselves.
	 */
	@SuppressWarnings("try") // The scope need not be looked at.
	private void answerWithTraceId(HttpExchange exchange) throws IOException {
		try (CurrentTraceId.Scope scope = this.current
			.open(this.ids.extract(exchange.getRequestHeaders(), HeadersGetter.INSTANCE))) {
			answer(exchange);
		}
	}

	private void answer(HttpExchange exchange) throws IOException {
		try (exchange) {
			// Raw, that is percent-encoded: no line break of a client's gets into a log
			// line.
			String path = exchange.getRequestURI().getRawPath();
			boolean found = "/demoapp/greeting".equals(path);
			int status = (found) ? 200 : 404;
			logger.info("Backend answers {} with status {}", path, status);
			if (found && !"HEAD".equals(exchange.getRequestMethod())) {
				exchange.getResponseHeaders().set("Content-Type", "application/json");
				exchange.sendResponseHeaders(status, GREETING.length);
				exchange.getResponseBody().write(GREETING);
			}
			else {
				exchange.sendResponseHeaders(status, -1);
			}
		}
	}

	@Override
	public void close() {
		this.server.stop(0);
		this.executor.shutdown();
	}

}
