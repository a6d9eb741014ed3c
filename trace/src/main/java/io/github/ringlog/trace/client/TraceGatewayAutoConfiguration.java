package io.github.ringlog.trace.client;

import java.util.Collections;

import io.github.ringlog.environment.RinglogProperties;
import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceAutoConfiguration;
import io.github.ringlog.trace.TraceIds;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.cloud.gateway.server.mvc.filter.HttpHeadersFilter.RequestHttpHeadersFilter;
import org.springframework.cloud.gateway.server.mvc.filter.HttpHeadersFilter.ResponseHttpHeadersFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpHeaders;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;

/**
 * Auto-configuration for Spring Cloud Gateway, on Spring MVC and on WebFlux: proxied
 * requests carry the id, and responses have one header that echoes it.
 */
@AutoConfiguration(after = TraceAutoConfiguration.class,
		beforeName = "org.springframework.boot.micrometer.tracing.autoconfigure.NoopTracerAutoConfiguration")
@ConditionalOnBooleanProperty(name = "ringlog.trace.enabled", matchIfMissing = true)
public final class TraceGatewayAutoConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	@ConditionalOnClass(RequestHttpHeadersFilter.class)
	static class WebMvcConfiguration {

		@Bean
		@Fallback
		@ConditionalOnBean(value = TraceAutoConfiguration.class, search = SearchStrategy.CURRENT)
		RequestHttpHeadersFilter ringlogGatewayRequestHeadersFilter(TraceIds ids) {
			GatewayHeaders gateway = new GatewayHeaders(ids);
			return (headers, request) -> {
				HttpServletRequest received = request.servletRequest();
				return gateway.request(headers, (name) -> Collections.list(received.getHeaders(name)),
						received.getAttribute(CurrentTraceId.KEY));
			};
		}

		@Bean
		@Fallback
		@Conditional(OnEchoedId.class)
		ResponseHttpHeadersFilter ringlogGatewayResponseHeadersFilter(Environment environment) {
			String header = RinglogProperties.of(environment).trace().responseHeader();
			return (headers, response) -> isSet(header) ? GatewayHeaders.response(headers, header) : headers;
		}

		/**
		 * Return whether the response of the gateway has a header. Threads without access
		 * to the response, such as a circuit breaker's, assume so.
		 */
		private static boolean isSet(String header) {
			@Nullable HttpServletResponse response = (RequestContextHolder
				.getRequestAttributes() instanceof ServletRequestAttributes attributes) ? attributes.getResponse()
						: null;
			return response == null || response.containsHeader(header);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.REACTIVE)
	@ConditionalOnClass(HttpHeadersFilter.class)
	static class WebFluxConfiguration {

		private static final String RECEIVED = GatewayHeaders.class.getName();

		/**
		 * Keeps the client's headers, because routes change the headers of the exchange.
		 */
		@Bean
		@Fallback
		@ConditionalOnBean(value = TraceAutoConfiguration.class, search = SearchStrategy.CURRENT)
		@Order(Ordered.HIGHEST_PRECEDENCE)
		WebFilter ringlogReceivedHeadersWebFilter() {
			return (exchange, chain) -> {
				exchange.getAttributes().put(RECEIVED, exchange.getRequest().getHeaders());
				return chain.filter(exchange);
			};
		}

		@Bean
		@Fallback
		@ConditionalOnBean(value = TraceAutoConfiguration.class, search = SearchStrategy.CURRENT)
		HttpHeadersFilter ringlogGatewayRequestHeadersFilter(TraceIds ids) {
			GatewayHeaders gateway = new GatewayHeaders(ids);
			return (headers, exchange) -> {
				HttpHeaders received = exchange.getAttributeOrDefault(RECEIVED, exchange.getRequest().getHeaders());
				return gateway.request(headers, received::getOrEmpty, exchange.getAttribute(CurrentTraceId.KEY));
			};
		}

		@Bean
		@Fallback
		@Conditional(OnEchoedId.class)
		HttpHeadersFilter ringlogGatewayResponseHeadersFilter(Environment environment) {
			return new ResponseFilter(RinglogProperties.of(environment).trace().responseHeader());
		}

	}

	record ResponseFilter(String responseHeader) implements HttpHeadersFilter {

		@Override
		public HttpHeaders filter(HttpHeaders headers, ServerWebExchange exchange) {
			return exchange.getResponse().getHeaders().containsHeader(this.responseHeader)
					? GatewayHeaders.response(headers, this.responseHeader) : headers;
		}

		@Override
		public boolean supports(Type type) {
			return type == Type.RESPONSE;
		}

	}

	/**
	 * Matches if responses of the gateway have a header that echoes an id: ours or
	 * Micrometer Tracing's.
	 */
	static final class OnEchoedId extends AnyNestedCondition {

		OnEchoedId() {
			super(ConfigurationPhase.REGISTER_BEAN);
		}

		@ConditionalOnBean(value = TraceAutoConfiguration.class, search = SearchStrategy.CURRENT)
		static class OwnId {

		}

		@ConditionalOnBean(type = "io.micrometer.tracing.Tracer")
		static class TracersId {

		}

	}

}
