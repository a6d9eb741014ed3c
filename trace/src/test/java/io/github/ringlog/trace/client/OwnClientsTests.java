package io.github.ringlog.trace.client;

import java.net.URI;
import java.util.List;
import java.util.stream.Stream;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceAutoConfiguration;
import io.github.ringlog.trace.TraceId;
import io.github.ringlog.trace.TraceIds;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mockito.Mockito;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.mock.http.client.MockClientHttpRequest;
import org.springframework.mock.http.client.MockClientHttpResponse;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for clients that are beans of the application: nobody touches them.
 */
@SuppressWarnings("try") // A scope need not be looked at.
class OwnClientsTests {

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(TraceAutoConfiguration.class, TraceClientAutoConfiguration.class,
				RestClientAutoConfiguration.class, RestTemplateAutoConfiguration.class,
				WebClientAutoConfiguration.class));

	static Stream<Object> clients() {
		return Stream.of(RestClient.create(), new RestTemplate(), WebClient.create());
	}

	@ParameterizedTest
	@MethodSource("clients")
	void oneMadeByHandIsTheBean(Object client) {
		assertThatItIsTheBean(client);
		if (client instanceof RestTemplate template) {
			assertThat(template.getClientHttpRequestInitializers()).isEmpty();
		}
	}

	@ParameterizedTest
	@MethodSource("clients")
	void aMockStaysAsItIs(Object client) {
		Object mock = Mockito.mock((Class<?>) typeOf(client));
		assertThatItIsTheBean(mock);
		Mockito.verifyNoInteractions(mock);
	}

	@ParameterizedTest
	@MethodSource("clients")
	void aSpyStaysAsItIs(Object client) {
		Object spy = Mockito.spy(client);
		assertThatItIsTheBean(spy);
		Mockito.verifyNoInteractions(spy);
	}

	@Test
	void aLineMakesAClientMadeByHandSendTheId() {
		this.application.run((context) -> {
			TraceIds ids = context.getBean(TraceIds.class);
			CurrentTraceId current = context.getBean(CurrentTraceId.class);
			MockClientHttpRequest sent = new MockClientHttpRequest(HttpMethod.GET, URI.create("http://shop/"));
			sent.setResponse(new MockClientHttpResponse());
			ClientHttpRequestFactory requests = (uri, method) -> sent;
			RestTemplate template = new RestTemplate(requests);
			template.getClientHttpRequestInitializers()
				.add((request) -> ids.inject(current.find(), request.getHeaders(), HttpHeaders::set));
			assertThatItSendsTheId(current, sent, () -> template.getForObject("http://shop/", String.class));
			RestClient client = RestClient.builder(template).build();
			assertThatItSendsTheId(current, sent, () -> client.get().uri("http://shop/").retrieve().toBodilessEntity());
		});
	}

	private static void assertThatItSendsTheId(CurrentTraceId current, MockClientHttpRequest sent, Runnable call) {
		sent.getHeaders().clear();
		try (CurrentTraceId.Scope scope = current.open(TraceId.parse("X-Request-Id", "order-4711"))) {
			call.run();
		}
		assertThat(sent.getHeaders().get("X-Request-Id")).isEqualTo(List.of("order-4711"));
	}

	@SuppressWarnings("unchecked")
	private void assertThatItIsTheBean(Object client) {
		this.application.withBean("own", (Class<Object>) typeOf(client), () -> client)
			.run((context) -> assertThat(context).hasNotFailed().getBean("own").isSameAs(client));
	}

	private static Class<?> typeOf(Object client) {
		return Stream.<Class<?>>of(RestClient.class, RestTemplate.class, WebClient.class)
			.filter((type) -> type.isInstance(client))
			.findFirst()
			.orElseThrow();
	}

	/**
	 * Those of Spring's test framework, which keeps an application unless told otherwise.
	 */
	@Nested
	@SpringJUnitConfig
	@DirtiesContext
	@ImportAutoConfiguration({ TraceAutoConfiguration.class, TraceClientAutoConfiguration.class })
	class Overridden {

		@MockitoBean
		private RestClient mock;

		@MockitoSpyBean
		private RestTemplate template;

		@MockitoSpyBean
		private WebClient web;

		@Test
		void stayAsTheyAre() {
			Mockito.verifyNoInteractions(this.mock, this.template, this.web);
		}

		@Configuration(proxyBeanMethods = false)
		static class Clients {

			@Bean
			RestTemplate template() {
				return new RestTemplate();
			}

			@Bean
			WebClient web() {
				return WebClient.create();
			}

		}

	}

}
