package io.github.ringlog.actuate;

import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.server.WebHandler;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.util.ServletRequestPathUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the answer to a switch that the endpoint does not allow.
 */
class ReadOnlyEndpointConfigurationTests {

	private static final AutoConfigurations AUTO_CONFIGURATIONS = AutoConfigurations.of(EndpointAutoConfiguration.class,
			WebEndpointAutoConfiguration.class, RingLogEndpointAutoConfiguration.class);

	private static final String EXPOSED = "management.endpoints.web.exposure.include=ringlog";

	private final WebApplicationContextRunner servlet = new WebApplicationContextRunner()
		.withConfiguration(AUTO_CONFIGURATIONS)
		.withUserConfiguration(ReadOnlyEndpointConfiguration.class)
		.withPropertyValues(EXPOSED);

	private final ReactiveWebApplicationContextRunner reactive = new ReactiveWebApplicationContextRunner()
		.withConfiguration(AUTO_CONFIGURATIONS)
		.withUserConfiguration(ReadOnlyEndpointConfiguration.class)
		.withPropertyValues(EXPOSED);

	@Test
	void tellsWhichPropertyAllowsIt() {
		this.servlet.run((context) -> {
			MockHttpServletResponse response = new MockHttpServletResponse();
			MockHttpServletRequest request = request("POST", "/actuator/ringlog");
			HandlerExecutionChain chain = context.getBean(ReadOnlyEndpointConfiguration.ServletRefusal.class)
				.getHandler(request);
			((HttpRequestHandler) chain.getHandler()).handleRequest(request, response);
			assertThat(response.getStatus()).isEqualTo(405);
			assertThat(response.getHeader("Allow")).isEqualTo("GET");
			assertThat(response.getContentType()).startsWith("application/json");
			assertThat(response.getContentAsString()).satisfies(tells());
		});
		this.reactive.run((context) -> {
			MockServerWebExchange exchange = MockServerWebExchange
				.from(MockServerHttpRequest.post("/actuator/ringlog"));
			context.getBean(ReadOnlyEndpointConfiguration.ReactiveRefusal.class)
				.getHandler(exchange)
				.flatMap((handler) -> ((WebHandler) handler).handle(exchange))
				.block();
			assertThat(exchange.getResponse().getStatusCode().value()).isEqualTo(405);
			assertThat(exchange.getResponse().getBodyAsString().block()).satisfies(tells());
		});
	}

	private static Consumer<String> tells() {
		return (body) -> assertThat(body).isEqualTo(
				"{\"status\": 405, \"message\": \"The endpoint is read-only. To allow a switch of the overflow policy, "
						+ "set management.endpoint.ringlog.access=unrestricted.\"}");
	}

	@ParameterizedTest
	@CsvSource({ "management.endpoint.ringlog.access=UNRESTRICTED, POST, /actuator/ringlog",
			"management.endpoints.access.default=UNRESTRICTED, POST, /actuator/ringlog",
			"management.endpoint.ringlog.access=READ_ONLY, GET, /actuator/ringlog",
			"management.endpoint.ringlog.access=READ_ONLY, POST, /actuator/health" })
	void leavesOtherRequestsAlone(String property, String method, String path) {
		this.servlet.withPropertyValues(property)
			.run((context) -> assertThat(context.getBean(ReadOnlyEndpointConfiguration.ServletRefusal.class)
				.getHandler(request(method, path))).isNull());
	}

	@Test
	void isNotThereForAnEndpointThatIsNotExposed() {
		this.servlet.withPropertyValues("management.endpoints.web.exposure.exclude=ringlog")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(ReadOnlyEndpointConfiguration.ServletRefusal.class));
	}

	private static MockHttpServletRequest request(String method, String path) {
		MockHttpServletRequest request = new MockHttpServletRequest(method, path);
		ServletRequestPathUtils.parseAndCache(request);
		return request;
	}

}
