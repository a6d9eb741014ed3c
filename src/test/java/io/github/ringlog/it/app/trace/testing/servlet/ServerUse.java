package io.github.ringlog.it.app.trace.testing.servlet;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.TestRestTemplate;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureTestRestTemplate;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.webtestclient.autoconfigure.AutoConfigureWebTestClient;
import org.springframework.http.ResponseEntity;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The whole application with its server.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureTestRestTemplate
@AutoConfigureRestTestClient
@AutoConfigureWebTestClient
class ServerUse {

	@Autowired
	private TestRestTemplate template;

	@Autowired
	private RestTestClient rest;

	@Autowired
	private WebTestClient web;

	@Test
	void throughTestRestTemplate() {
		ResponseEntity<String> response = this.template.getForEntity("/order", String.class);
		assertThat(response.getBody()).isEqualTo("accepted " + response.getHeaders().getFirst("X-Trace-Id"));
	}

	@Test
	void throughRestTestClient() {
		this.rest.get()
			.uri("/later")
			.header("X-Request-Id", "order-4711")
			.exchange()
			.expectHeader()
			.valueEquals("X-Trace-Id", "order-4711")
			.expectBody(String.class)
			.isEqualTo("later order-4711");
	}

	@Test
	void throughWebTestClient() {
		this.web.get()
			.uri("/order")
			.header("X-Request-Id", "order-4711")
			.exchange()
			.expectHeader()
			.valueEquals("X-Trace-Id", "order-4711");
	}

}
