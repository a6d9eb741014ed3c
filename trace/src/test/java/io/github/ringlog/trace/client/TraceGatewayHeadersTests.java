package io.github.ringlog.trace.client;

import java.util.List;
import java.util.Map;

import io.github.ringlog.environment.TracePropagation;
import io.github.ringlog.trace.HttpHeadersAccessor;
import io.github.ringlog.trace.TraceAutoConfiguration;
import io.github.ringlog.trace.TraceIds;
import io.micrometer.tracing.Tracer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
 * Tests for the headers of proxied requests, and for what becomes of the header by which
 * a backend echoes its id: the response of the gateway has it once, if anybody has set
 * it.
 */
class TraceGatewayHeadersTests {

	private static final String T = "463ac35c9f6413ad48485a3953bb6124";

	private static final String S = "a2fb4a1d1a96d312";

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

	/**
	 * The headers of a client, those that its filters have left, and those that the
	 * backend gets.
	 */
	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			AS_RECEIVED | true  | traceparent: 00-T-S-01; b3: bad | traceparent: 00-T-#-01
			AS_RECEIVED | true  | b3: T-S-1                       | b3: T-S-1
			AS_RECEIVED | false | traceparent: 00-T-S-01; X-B3-TraceId: T; baggage: a=b | X-Request-Id: #
			W3C         | true  | traceparent: 00-T-S-01; tracestate: a=b | traceparent: 00-T-#-01; tracestate: a=b
			W3C         | true  | b3: T-S-1                       | b3: T-S-1; traceparent: 00-T-#-01
			W3C         | true  | tracestate: a=b                 | traceparent: 00-#-#-02
			B3          | true  | b3: T-S-1                       | b3: T-#-1-S
			B3          | true  | traceparent: 00-T-S-01          | traceparent: 00-T-S-01; b3: T-#-1-S
			NONE        | true  | traceparent: 00-T-S-01; tracestate: a=b | traceparent: 00-T-S-01; tracestate: a=b
			NONE        | true  | traceparent: bad; tracestate: a=b; b3: bad; X-Request-Id: a b |
			NONE        | true  | X-Other: x                      | X-Other: x
			NONE        | false | traceparent: 00-T-S-01; b3: T-S-1 |
			""")
	void aProxiedRequestHasTheIdAndNoUnfitHeader(TracePropagation propagation, boolean trustIncoming, String in,
			String out) {
		TraceIds ids = new TraceIds(List.of("traceparent", "b3", "X-B3-TraceId", "X-Request-Id"), trustIncoming,
				List.of(propagation), Map.of());
		HttpHeaders received = parse(in);
		HttpHeaders sent = new GatewayHeaders(ids).request(received, received::getOrEmpty,
				ids.extract(received, HttpHeadersAccessor.INSTANCE));
		HttpHeaders expected = parse((out != null) ? out : "");
		assertThat(sent.headerNames()).containsExactlyInAnyOrderElementsOf(expected.headerNames());
		expected.forEach((name, values) -> assertThat(sent.getFirst(name)).as(name)
			.matches(values.get(0).replace("#", "(?!" + S + ")[0-9a-f]{16,32}")));
	}

	@Test
	void aHeaderThatARouteHasSetStays() {
		TraceIds ids = TraceIds.withDefaults();
		HttpHeaders received = parse("traceparent: 00-T-S-01");
		HttpHeaders filtered = parse("traceparent: of-the-route");
		assertThat(new GatewayHeaders(ids)
			.request(filtered, received::getOrEmpty, ids.extract(received, HttpHeadersAccessor.INSTANCE))
			.getOrEmpty("traceparent")).containsExactly("of-the-route");
	}

	private static HttpHeaders parse(String text) {
		HttpHeaders headers = new HttpHeaders();
		for (String header : text.isEmpty() ? new String[0] : text.split("; ")) {
			String[] parts = header.split(": ");
			headers.add(parts[0], parts[1].replaceAll("^T$|T(?=-)", T).replaceAll("(?<=-)S(?=-|$)", S));
		}
		return headers;
	}

	private static void bind(MockHttpServletResponse response) {
		RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(new MockHttpServletRequest(), response));
	}

	private static MockServerWebExchange exchange() {
		return MockServerWebExchange.from(MockServerHttpRequest.get("/"));
	}

}
