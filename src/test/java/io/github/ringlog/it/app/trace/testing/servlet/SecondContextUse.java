package io.github.ringlog.it.app.trace.testing.servlet;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.web.servlet.MockMvc;

import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;

/**
 * The same application with another setting, while the context of other tests is cached.
 */
@SpringBootTest(properties = "ringlog.trace.response-header=X-Second")
@AutoConfigureMockMvc
@ExtendWith(OutputCaptureExtension.class)
class SecondContextUse {

	@Autowired
	private MockMvc mvc;

	@Test
	void hasItsOwnSettingsAndTheSameOutput(CapturedOutput output) throws Exception {
		this.mvc.perform(get("/order").header("X-Request-Id", "order-4715"))
			.andExpect(header().string("X-Second", "order-4715"))
			.andExpect(header().doesNotExist("X-Trace-Id"));
		Awaitility.await().until(() -> output.getOut().contains("Order accepted for order-4715"));
	}

}
