package io.github.ringlog.it.app.trace.testing.servlet;

import io.github.ringlog.trace.TraceAutoConfiguration;
import io.github.ringlog.trace.servlet.TraceServletAutoConfiguration;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.test.web.servlet.MockMvc;

import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;

/**
 * A slice that names them.
 */
@WebMvcTest(OrderController.class)
@ImportAutoConfiguration({ TraceAutoConfiguration.class, TraceServletAutoConfiguration.class })
class ImportedSliceUse {

	@Autowired
	private MockMvc mvc;

	@Test
	void aSliceThatAsksForIdsHasThem() throws Exception {
		this.mvc.perform(get("/order").header("X-Request-Id", "order-4711"))
			.andExpect(header().string("X-Trace-Id", "order-4711"));
	}

}
