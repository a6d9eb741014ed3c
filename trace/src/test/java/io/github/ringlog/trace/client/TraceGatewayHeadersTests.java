package io.github.ringlog.trace.client;

import io.github.ringlog.trace.TraceAutoConfiguration;
import io.micrometer.tracing.Tracer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.cloud.gateway.server.mvc.filter.HttpHeadersFilter.ResponseHttpHeadersFilter;
import org.springframework.http.HttpHeaders;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.servlet.function.ServerResponse;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what becomes of the header by which a backend echoes its id. The response of
 * the gateway has the header once, if anybody has set it.
 */
class TraceGatewayHeadersTests {

	private static final AutoConfigurations AUTO_CONFIGURATIONS = AutoConfigurations.of(TraceAutoConfiguration.class,
			TraceGatewayAutoConfiguration.class);

	private final WebApplicationContextRunner servlet = new WebApplicationContextRunner()
		.withConfiguration(AUTO_CONFIGURATIONS)
		.withBean(Tracer.class, () -> Tracer.NOOP);

	private final ReactiveWebApplicationContextRunner reactive = new ReactiveWebApplicationContextRunner()
		.withConfiguration(AUTO_CONFIGURATIONS)
		.withBean(Tracer.class, () -> Tracer.NOOP);

	private final HttpHeaders backend = new HttpHeaders();

	TraceGatewayHeadersTests() {
		this.backend.set("X-Trace-Id", "of-the-backend");
	}

	@AfterEach
	void unbind() {
		RequestContextHolder.resetRequestAttributes();
	}

	@Test
	void thatOfTheBackendStaysIfTheGatewayHasSetNone() {
		this.servlet.run((context) -> {
			bind(new MockHttpServletResponse());
			assertThat(
					context.getBean(ResponseHttpHeadersFilter.class).apply(this.backend, ServerResponse.ok().build()))
				.isEqualTo(this.backend);
		});
		this.reactive.run((context) -> assertThat(
				context.getBean(TraceGatewayAutoConfiguration.ResponseFilter.class).filter(this.backend, exchange()))
			.isEqualTo(this.backend));
	}

	@Test
	void thatOfTheGatewayTakesItsPlace() {
		this.servlet.run((context) -> {
			MockHttpServletResponse response = new MockHttpServletResponse();
			response.setHeader("X-Trace-Id", "of-the-gateway");
			bind(response);
			assertThat(context.getBean(ResponseHttpHeadersFilter.class)
				.apply(this.backend, ServerResponse.ok().build())
				.isEmpty()).isTrue();
		});
		this.reactive.run((context) -> {
			MockServerWebExchange exchange = exchange();
			exchange.getResponse().getHeaders().set("X-Trace-Id", "of-the-gateway");
			assertThat(context.getBean(TraceGatewayAutoConfiguration.ResponseFilter.class)
				.filter(this.backend, exchange)
				.isEmpty()).isTrue();
		});
	}

	/**
	 * A circuit breaker calls the backend on a thread that knows no request.
	 */
	@Test
	void thatOfTheBackendIsLeftOutOnAThreadThatKnowsNoRequest() {
		this.servlet.run((context) -> assertThat(context.getBean(ResponseHttpHeadersFilter.class)
			.apply(this.backend, ServerResponse.ok().build())
			.isEmpty()).isTrue());
	}

	private static void bind(MockHttpServletResponse response) {
		RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(new MockHttpServletRequest(), response));
	}

	private static MockServerWebExchange exchange() {
		return MockServerWebExchange.from(MockServerHttpRequest.get("/"));
	}

}
