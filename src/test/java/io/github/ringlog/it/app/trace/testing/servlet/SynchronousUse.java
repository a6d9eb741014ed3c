package io.github.ringlog.it.app.trace.testing.servlet;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.web.servlet.MockMvc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

/**
 * Tests that do not wait: {@code ringlog.enabled: false} in the application.yml of the
 * tests.
 */
@SpringBootTest
@AutoConfigureMockMvc
@ExtendWith(OutputCaptureExtension.class)
class SynchronousUse {

	@Autowired
	private MockMvc mvc;

	@Test
	void theLineIsThereAtOnce(CapturedOutput output) throws Exception {
		for (int i = 1000; i < 1100; i++) {
			this.mvc.perform(get("/order").header("X-Request-Id", "order-" + i));
			assertThat(output.getOut()).contains("Order accepted for order-" + i);
		}
	}

}
