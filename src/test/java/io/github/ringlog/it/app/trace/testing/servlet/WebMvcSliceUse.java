package io.github.ringlog.it.app.trace.testing.servlet;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.test.web.servlet.MockMvc;

import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

/**
 * A slice, which has none of the auto-configurations that it does not name.
 */
@WebMvcTest(OrderController.class)
class WebMvcSliceUse {

	@Autowired
	private MockMvc mvc;

	@Test
	void aSliceHasNoIds() throws Exception {
		this.mvc.perform(get("/order").header("X-Request-Id", "order-4711"))
			.andExpect(status().isOk())
			.andExpect(header().doesNotExist("X-Trace-Id"))
			.andExpect(content().string("accepted null"));
	}

}
