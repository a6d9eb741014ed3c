package io.github.ringlog.it;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

import com.jayway.jsonpath.JsonPath;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

/**
 * As much of New Relic's collector as its agent needs to send log records: it connects,
 * is told to send them each second, and is asked for nothing else.
 */
final class NewRelicCollector implements AutoCloseable {

	private static final String CONNECTED = """
			{"agent_run_id":"run","entity_guid":"guid","collect_traces":false,"collect_errors":false,
			"collect_error_events":false,"collect_analytics_events":false,"account_id":"1",
			"primary_application_id":"1","data_report_period":60,"trusted_account_key":"1","event_harvest_config":{"report_period_ms":1000,
			"harvest_limits":{"log_event_data":100000,"analytic_event_data":1,"custom_event_data":1,
			"error_event_data":1,"span_event_data":1}}}""";

	private static final char[] PASSWORD = "changeit".toCharArray();

	private final Path certificate;

	private final HttpsServer server;

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final Queue<Map<String, Object>> records = new ConcurrentLinkedQueue<>();

	NewRelicCollector(Path directory) throws Exception {
		Path store = directory.resolve("collector.p12");
		Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
				"-genkeypair", "-keyalg", "RSA", "-alias", "collector", "-dname", "CN=localhost", "-ext",
				"san=dns:localhost", "-keystore", store.toString(), "-storepass", new String(PASSWORD))
			.inheritIO()
			.start();
		if (keytool.waitFor() != 0) {
			throw new IllegalStateException("keytool ended with " + keytool.exitValue());
		}
		KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
		this.certificate = Files.writeString(directory.resolve("collector.pem"),
				"-----BEGIN CERTIFICATE-----\n"
						+ Base64.getMimeEncoder(64, new byte[] { '\n' })
							.encodeToString(keys.getCertificate("collector").getEncoded())
						+ "\n-----END CERTIFICATE-----\n");
		this.server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.setHttpsConfigurator(new HttpsConfigurator(tls(keys)));
		this.server.setExecutor(this.threads);
		this.server.createContext("/agent_listener", this::receive);
		this.server.start();
	}

	private static SSLContext tls(KeyStore keys) throws GeneralSecurityException {
		KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
		managers.init(keys, PASSWORD);
		SSLContext context = SSLContext.getInstance("TLS");
		context.init(managers.getKeyManagers(), null, null);
		return context;
	}

	/**
	 * Return what leads the agent here, as its system properties without their prefix.
	 */
	Map<String, String> settings() {
		return Map.of("host", "localhost", "port", String.valueOf(this.server.getAddress().getPort()), "ca_bundle_path",
				this.certificate.toString());
	}

	private void receive(HttpExchange exchange) throws IOException {
		try (exchange; InputStream body = exchange.getRequestBody()) {
			boolean zipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
			String request = new String((zipped ? new GZIPInputStream(body) : body).readAllBytes(),
					StandardCharsets.UTF_8);
			byte[] answer = "{\"return_value\":%s}".formatted(answer(exchange.getRequestURI().getQuery(), request))
				.getBytes(StandardCharsets.UTF_8);
			exchange.getResponseHeaders().set("Content-Type", "application/json");
			exchange.sendResponseHeaders(200, answer.length);
			exchange.getResponseBody().write(answer);
		}
	}

	private String answer(String query, String request) {
		if (query.contains("method=preconnect")) {
			return "{\"redirect_host\":\"localhost\"}";
		}
		if (query.contains("method=connect")) {
			return CONNECTED;
		}
		if (query.contains("method=log_event_data")) {
			List<Map<String, Object>> logs = JsonPath.read(request, "$[*].logs[*]");
			this.records.addAll(logs);
		}
		return query.contains("method=get_agent_commands") ? "[]" : "{}";
	}

	List<Map<String, Object>> records() {
		return List.copyOf(this.records);
	}

	@Override
	public void close() {
		this.server.stop(0);
		this.threads.shutdownNow();
	}

}
