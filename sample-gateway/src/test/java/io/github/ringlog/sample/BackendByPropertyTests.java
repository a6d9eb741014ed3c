package io.github.ringlog.sample;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class BackendByPropertyTests {

	private static final HttpServer backend = startBackend();

	@LocalServerPort
	private int port;

	@Autowired
	private ApplicationContext context;

	private RestTestClient client;

	@DynamicPropertySource
	static void useTheBackend(DynamicPropertyRegistry registry) {
		registry.add("sample.backend.url", () -> "http://127.0.0.1:" + backend.getAddress().getPort());
	}

	@AfterAll
	static void stopBackend() {
		backend.stop(0);
	}

	@BeforeEach
	void connect() {
		this.client = RestTestClient.bindToServer().baseUrl("http://localhost:" + this.port).build();
	}

	@Test
	void answersFromThatBackend() {
		this.client.get()
			.uri("/demoapp/greeting?to=you")
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody(String.class)
			.isEqualTo("another backend: /demoapp/greeting?to=you");
	}

	@Test
	void answersBadGatewayWhenThatBackendHangsUp() {
		this.client.get().uri("/demoapp/hang-up").exchange().expectStatus().isEqualTo(502);
	}

	@Test
	void embedsNoBackend() {
		assertThat(this.context.getBean(Backend.class)).isNotInstanceOf(DemoBackend.class);
	}

	private static HttpServer startBackend() {
		try {
			HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
			server.createContext("/", (exchange) -> {
				byte[] answer = ("another backend: " + exchange.getRequestURI()).getBytes(StandardCharsets.UTF_8);
				exchange.sendResponseHeaders(200, answer.length);
				exchange.getResponseBody().write(answer);
				exchange.close();
			});
			// Closed with nothing sent.
			server.createContext("/demoapp/hang-up", (exchange) -> exchange.close());
			server.start();
			return server;
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
