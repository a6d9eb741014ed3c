package io.github.ringlog.it.app.trace.testing.reactive;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webtestclient.autoconfigure.AutoConfigureWebTestClient;
import org.springframework.test.web.reactive.server.WebTestClient;

/**
 * The whole application with its server.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureWebTestClient
@ExtendWith(OutputCaptureExtension.class)
class ServerUse {

	@Autowired
	private WebTestClient client;

	@Test
	void aRequestHasAnId(CapturedOutput output) {
		this.client.get()
			.uri("/order")
			.header("X-Request-Id", "order-4711")
			.exchange()
			.expectHeader()
			.valueEquals("X-Trace-Id", "order-4711")
			.expectBody(String.class)
			.isEqualTo("accepted order-4711");
		Awaitility.await().until(() -> output.getOut().contains("Order accepted for order-4711"));
	}

}
