package io.github.ringlog.sample;

import java.util.Map;

import org.apache.commons.logging.LogFactory;
import org.apache.commons.logging.impl.Slf4jLogFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "logging.threshold.console=warn")
class SampleGatewayApplicationTests {

	@LocalServerPort
	private int port;

	private RestTestClient client;

	@BeforeEach
	void connect() {
		// Unlike that of HttpComponents, it repeats nothing.
		this.client = RestTestClient.bindToServer(new JdkClientHttpRequestFactory())
			.baseUrl("http://localhost:" + this.port)
			.defaultHeader("X-Api-Key", "demo-key")
			.build();
	}

	@Test
	void answersFromTheEmbeddedBackend() {
		this.client.get()
			.uri("/demoapp/greeting")
			.exchange()
			.expectStatus()
			.isOk()
			.expectHeader()
			.contentType(MediaType.APPLICATION_JSON)
			.expectBody()
			.json("""
					{"greeting":"Hello from behind the gateway"}
					""");
	}

	@Test
	void findsTheLoggersOfSpringWithoutWalkingTheStack() {
		assertThat(LogFactory.getFactory()).isInstanceOf(Slf4jLogFactory.class);
		assertThat(LogFactory.getLog("a")).isSameAs(LogFactory.getLog("a"));
	}

	@Test
	void passesABodyOn() {
		String body = "a line of the body\n".repeat(10_000);
		this.client.post()
			.uri("/demoapp/echo")
			.contentType(MediaType.TEXT_PLAIN)
			.body(body)
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody(String.class)
			.isEqualTo(body);
	}

	@Test
	void answersNotFoundWhereTheBackendHasNothing() {
		this.client.get().uri("/demoapp/nothing").exchange().expectStatus().isNotFound();
	}

	@Test
	void answersNotFoundWhereNoRouteLeads() {
		this.client.get().uri("/nothing").exchange().expectStatus().isNotFound();
	}

	@Test
	void answersNotFoundToWhoAsksForTheFallback() {
		this.client.get().uri("/unavailable").exchange().expectStatus().isNotFound();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/", "/index.html", "/live/icon.svg" })
	void noOtherPageMayFrameTheLivePage(String path) {
		this.client.get()
			.uri(path)
			.exchange()
			.expectStatus()
			.isOk()
			.expectHeader()
			.valueEquals("Content-Security-Policy",
					"default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
	}

	@Test
	void isHealthy() {
		this.client.get()
			.uri("/actuator/health")
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody()
			.jsonPath("$.status")
			.isEqualTo("UP");
	}

	@Test
	void switchesTheOverflowPolicyForWhoAsks() {
		this.client.post()
			.uri("/actuator/ringlog")
			.contentType(MediaType.APPLICATION_JSON)
			.body(Map.of("policy", "block", "duration", "1s"))
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody()
			.jsonPath("$.switched.until")
			.exists();
	}

}
