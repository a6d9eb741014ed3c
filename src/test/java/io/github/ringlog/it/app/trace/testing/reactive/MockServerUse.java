package io.github.ringlog.it.app.trace.testing.reactive;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webtestclient.autoconfigure.AutoConfigureWebTestClient;
import org.springframework.test.web.reactive.server.WebTestClient;

/**
 * The whole application without a server.
 */
@SpringBootTest
@AutoConfigureWebTestClient
class MockServerUse {

	@Autowired
	private WebTestClient client;

	@Test
	void aRequestHasAnId() {
		this.client.get()
			.uri("/order")
			.header("X-Request-Id", "order-4711")
			.exchange()
			.expectHeader()
			.valueEquals("X-Trace-Id", "order-4711")
			.expectBody(String.class)
			.isEqualTo("accepted order-4711");
	}

}
