package io.github.ringlog.it;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceResponse;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.logs.v1.LogRecord;

/**
 * A collector: takes requests of the OpenTelemetry protocol on a port of its own and
 * decodes the log records in them.
 */
final class OtlpReceiver implements AutoCloseable {

	private final HttpServer server;

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final Queue<Received> records = new ConcurrentLinkedQueue<>();

	OtlpReceiver() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.setExecutor(this.threads);
		this.server.createContext("/v1/logs", this::receive);
		this.server.start();
	}

	String url() {
		return "http://127.0.0.1:" + this.server.getAddress().getPort() + "/v1/logs";
	}

	private void receive(HttpExchange exchange) throws IOException {
		try (exchange) {
			ExportLogsServiceRequest request = ExportLogsServiceRequest.parseFrom(exchange.getRequestBody());
			request.getResourceLogsList()
				.stream()
				.flatMap((resource) -> resource.getScopeLogsList().stream())
				.flatMap((scope) -> scope.getLogRecordsList()
					.stream()
					.map((log) -> new Received(scope.getScope().getName(), log)))
				.forEach(this.records::add);
			byte[] response = ExportLogsServiceResponse.getDefaultInstance().toByteArray();
			exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
			exchange.sendResponseHeaders(200, (response.length > 0) ? response.length : -1);
			exchange.getResponseBody().write(response);
		}
	}

	/**
	 * Return what it has accepted so far.
	 */
	List<Received> records() {
		return List.copyOf(this.records);
	}

	@Override
	public void close() {
		this.server.stop(0);
		this.threads.shutdownNow();
	}

	/**
	 * A record.
	 *
	 * @param logger the name of the logger
	 * @param log the record
	 */
	record Received(String logger, LogRecord log) {

		String text() {
			return this.log.getBody().getStringValue();
		}

		Map<String, String> attributes() {
			return this.log.getAttributesList()
				.stream()
				.collect(Collectors.toMap(KeyValue::getKey, (pair) -> pair.getValue().getStringValue()));
		}

	}

}
