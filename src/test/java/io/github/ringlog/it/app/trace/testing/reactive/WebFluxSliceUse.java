package io.github.ringlog.it.app.trace.testing.reactive;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webflux.test.autoconfigure.WebFluxTest;
import org.springframework.test.web.reactive.server.WebTestClient;

/**
 * A slice, which has none of the auto-configurations that it does not name.
 */
@WebFluxTest(OrderController.class)
class WebFluxSliceUse {

	@Autowired
	private WebTestClient client;

	@Test
	void aSliceHasNoIds() {
		this.client.get()
			.uri("/order")
			.header("X-Request-Id", "order-4711")
			.exchange()
			.expectStatus()
			.isOk()
			.expectHeader()
			.doesNotExist("X-Trace-Id")
			.expectBody(String.class)
			.isEqualTo("accepted null");
	}

}
