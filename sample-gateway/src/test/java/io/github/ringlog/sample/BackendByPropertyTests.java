package io.github.ringlog.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The gateway before four servers that the test has in its hands.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = "resilience4j.circuitbreaker.instances.demoapp.minimum-number-of-calls=100")
class BackendByPropertyTests {

	// What came, written by the threads of the servers.
	private static final Queue<Seen> seen = new ConcurrentLinkedQueue<>();

	private static final List<HttpServer> servers = Stream.generate(BackendByPropertyTests::startServer)
		.limit(4)
		.toList();

	@LocalServerPort
	private int port;

	private RestTestClient client;

	@DynamicPropertySource
	static void useTheServers(DynamicPropertyRegistry registry) {
		registry.add("sample.backend.urls",
				() -> servers.stream()
					.map((server) -> "http://127.0.0.1:" + server.getAddress().getPort())
					.collect(Collectors.joining(",")));
	}

	@AfterAll
	static void stopServers() {
		servers.forEach((server) -> server.stop(0));
	}

	@BeforeEach
	void connect() {
		seen.clear();
		// Unlike that of HttpComponents, it repeats nothing.
		this.client = RestTestClient.bindToServer(new JdkClientHttpRequestFactory())
			.baseUrl("http://localhost:" + this.port)
			.defaultHeader("X-Api-Key", "demo-key")
			.build();
	}

	@Test
	void passesPathAndQueryOn() {
		this.client.get()
			.uri("/demoapp/greeting?to=you")
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody(String.class)
			.isEqualTo("/demoapp/greeting?to=you");
	}

	@Test
	void takesTheBackendsInTurn() {
		for (int i = 0; i < 8; i++) {
			this.client.get().uri("/demoapp/greeting").exchange().expectStatus().isOk();
		}
		Map<Integer, Long> requests = seen.stream().collect(Collectors.groupingBy(Seen::port, Collectors.counting()));
		assertThat(requests).hasSize(4).allSatisfy((server, count) -> assertThat(count).isEqualTo(2));
	}

	@Test
	void keepsTheKeyToItself() {
		this.client.get().uri("/demoapp/greeting").exchange().expectStatus().isOk();
		assertThat(seen).singleElement().satisfies((each) -> assertThat(each.key()).isNull());
	}

	@Test
	void repeatsWhatIsIdempotentOnOtherBackends() {
		for (HttpMethod method : List.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.DELETE)) {
			seen.clear();
			this.client.method(method).uri("/demoapp/hang-up").exchange().expectStatus().isEqualTo(503);
			assertThat(seen).as(method.name()).hasSize(3).extracting(Seen::port).doesNotHaveDuplicates();
		}
	}

	@Test
	void repeatsNothingThatIsNotIdempotent() {
		this.client.post().uri("/demoapp/hang-up").exchange().expectStatus().isEqualTo(503);
		assertThat(seen).hasSize(1);
	}

	@Test
	void repeatsNothingThatHasABody() {
		this.client.put().uri("/demoapp/hang-up").body("only once").exchange().expectStatus().isEqualTo(503);
		assertThat(seen).hasSize(1);
	}

	@Test
	void passesFailuresOfTheBackendOnAsTheyAre() {
		this.client.get()
			.uri("/demoapp/failure")
			.exchange()
			.expectStatus()
			.isEqualTo(500)
			.expectBody(String.class)
			.isEqualTo("/demoapp/failure");
		assertThat(seen).hasSize(1);
	}

	private static HttpServer startServer() {
		try {
			HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
			server.createContext("/", BackendByPropertyTests::answer);
			server.start();
			return server;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void answer(HttpExchange exchange) throws IOException {
		try (exchange) {
			String path = exchange.getRequestURI().toString();
			seen.add(
					new Seen(exchange.getLocalAddress().getPort(), exchange.getRequestHeaders().getFirst("X-Api-Key")));
			if (path.endsWith("/hang-up")) {
				return;
			}
			byte[] answer = path.getBytes(StandardCharsets.UTF_8);
			exchange.sendResponseHeaders((path.endsWith("/failure")) ? 500 : 200, answer.length);
			exchange.getResponseBody().write(answer);
		}
	}

	private record Seen(int port, String key) {

	}

}
