package io.github.ringlog.trace.client;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

import com.sun.net.httpserver.HttpServer;
import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceId;
import io.github.ringlog.trace.TraceIds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the JDK's client with an id.
 */
class TraceHttpClientTests {

	private static final String ID = "4bf92f3577b34da6a3ce929d0e0e4736";

	private final CurrentTraceId current = new CurrentTraceId("traceId");

	private final HttpClient plain = HttpClient.newBuilder()
		.followRedirects(Redirect.NORMAL)
		.connectTimeout(Duration.ofSeconds(7))
		.build();

	private final HttpClient client = new TraceHttpClient(this.plain, TraceIds.withDefaults(), this.current);

	private HttpServer server;

	@BeforeEach
	void start() throws Exception {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.createContext("/", (exchange) -> {
			byte[] body = String.valueOf(exchange.getRequestHeaders().get("traceparent")).getBytes();
			exchange.sendResponseHeaders(200, body.length);
			exchange.getResponseBody().write(body);
			exchange.close();
		});
		this.server.start();
	}

	@AfterEach
	void stop() {
		this.server.stop(0);
	}

	@Test
	void sendsTheIdOfTheThread() throws Exception {
		CurrentTraceId.Scope scope = this.current
			.open(TraceId.parse("traceparent", "00-" + ID + "-00f067aa0ba902b7-01"));
		try {
			assertThat(send(request())).matches("\\[00-" + ID + "-[0-9a-f]{16}-01]");
			assertThat(this.client.sendAsync(request().build(), BodyHandlers.ofString()).join().body()).contains(ID);
		}
		finally {
			scope.close();
		}
	}

	@Test
	void sendsNothingWithoutAnId() throws Exception {
		assertThat(send(request())).isEqualTo("null");
	}

	@Test
	void aHeaderThatTheApplicationSetsIsItsOwn() throws Exception {
		CurrentTraceId.Scope scope = this.current.open(TraceId.create());
		try {
			assertThat(send(request().header("traceparent", "own"))).isEqualTo("[own]");
		}
		finally {
			scope.close();
		}
	}

	@Test
	void isOtherwiseTheClientItWasMadeOf() {
		assertThat(this.client.followRedirects()).isEqualTo(Redirect.NORMAL);
		assertThat(this.client.connectTimeout()).contains(Duration.ofSeconds(7));
		assertThat(this.client.version()).isEqualTo(this.plain.version());
		assertThat(this.client.sslContext()).isSameAs(this.plain.sslContext());
		assertThat(this.client.executor()).isEqualTo(this.plain.executor());
	}

	private HttpRequest.Builder request() {
		return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.server.getAddress().getPort() + "/"));
	}

	private String send(HttpRequest.Builder request) throws Exception {
		return this.client.send(request.build(), BodyHandlers.ofString()).body();
	}

}
