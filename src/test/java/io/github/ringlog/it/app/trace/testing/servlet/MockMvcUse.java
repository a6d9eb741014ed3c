package io.github.ringlog.it.app.trace.testing.servlet;

import java.util.concurrent.Callable;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.boot.webtestclient.autoconfigure.AutoConfigureWebTestClient;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.MvcResult;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.asyncDispatch;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.request;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

/**
 * The whole application without a server.
 */
@SpringBootTest
@AutoConfigureMockMvc
@AutoConfigureWebTestClient
@ExtendWith(OutputCaptureExtension.class)
class MockMvcUse {

	@Autowired
	private MockMvc mvc;

	@Autowired
	private MockMvcTester tester;

	@Autowired
	private WebTestClient client;

	@Test
	void aRequestHasAnId() throws Exception {
		this.mvc.perform(get("/order").header("X-Request-Id", "order-4711"))
			.andExpect(status().isOk())
			.andExpect(request().asyncNotStarted())
			.andExpect(header().string("X-Trace-Id", "order-4711"))
			.andExpect(content().string("accepted order-4711"));
	}

	@Test
	void anAsynchronousRequestHasAnId() throws Exception {
		MvcResult started = this.mvc.perform(get("/later").header("X-Request-Id", "order-4712"))
			.andExpect(request().asyncStarted())
			.andReturn();
		this.mvc.perform(asyncDispatch(started)).andExpect(content().string("later order-4712"));
	}

	@Test
	void throughAssertJ() {
		assertThat(this.tester.get().uri("/order")).hasStatusOk().containsHeader("X-Trace-Id");
		assertThat(this.tester.get().uri("/nowhere")).hasStatus(404).containsHeader("X-Trace-Id");
	}

	@Test
	void throughWebTestClient() {
		this.client.get()
			.uri("/later")
			.header("X-Request-Id", "order-4713")
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody(String.class)
			.isEqualTo("later order-4713");
	}

	@Test
	void theLineIsCapturedOnceItIsWritten(CapturedOutput output) throws Exception {
		this.mvc.perform(get("/order").header("X-Request-Id", "order-4714"));
		Awaitility.await().until(containsLine(output), (found) -> found);
	}

	private static Callable<Boolean> containsLine(CapturedOutput output) {
		return () -> output.getOut().contains("Order accepted for order-4714");
	}

}
