package io.github.ringlog.trace.client;

import io.github.ringlog.environment.ConditionalOnSetting;
import io.github.ringlog.environment.RingLogProperties;
import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceAutoConfiguration;
import io.github.ringlog.trace.TraceIds;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.cloud.gateway.server.mvc.filter.HttpHeadersFilter.RequestHttpHeadersFilter;
import org.springframework.cloud.gateway.server.mvc.filter.HttpHeadersFilter.ResponseHttpHeadersFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;

/**
 * Auto-configuration for Spring Cloud Gateway, on Spring MVC and on WebFlux: proxied
 * requests carry the id, and responses have one header that echoes it.
 */
@AutoConfiguration(after = TraceAutoConfiguration.class)
@ConditionalOnSetting("ringlog.trace.enabled")
public final class TraceGatewayAutoConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	@ConditionalOnClass(RequestHttpHeadersFilter.class)
	static class WebMvcConfiguration {

		@Bean
		@ConditionalOnBean(TraceIds.class)
		@ConditionalOnSetting("ringlog.trace.propagate")
		RequestHttpHeadersFilter traceGatewayRequestHeadersFilter(TraceIds ids) {
			GatewayHeaders gateway = new GatewayHeaders(ids);
			return (headers, request) -> gateway.request(headers,
					request.servletRequest().getAttribute(CurrentTraceId.KEY));
		}

		@Bean
		ResponseHttpHeadersFilter traceGatewayResponseHeadersFilter(Environment environment) {
			String header = RingLogProperties.of(environment).trace().responseHeader();
			return (headers, response) -> GatewayHeaders.response(headers, header);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.REACTIVE)
	@ConditionalOnClass(HttpHeadersFilter.class)
	static class WebFluxConfiguration {

		@Bean
		@ConditionalOnBean(TraceIds.class)
		@ConditionalOnSetting("ringlog.trace.propagate")
		HttpHeadersFilter traceGatewayRequestHeadersFilter(TraceIds ids) {
			GatewayHeaders gateway = new GatewayHeaders(ids);
			return (headers, exchange) -> gateway.request(headers, exchange.getAttribute(CurrentTraceId.KEY));
		}

		@Bean
		HttpHeadersFilter traceGatewayResponseHeadersFilter(Environment environment) {
			return new ResponseFilter(RingLogProperties.of(environment).trace().responseHeader());
		}

	}

	private record ResponseFilter(String responseHeader) implements HttpHeadersFilter {

		@Override
		public HttpHeaders filter(HttpHeaders headers, ServerWebExchange exchange) {
			return GatewayHeaders.response(headers, this.responseHeader);
		}

		@Override
		public boolean supports(Type type) {
			return type == Type.RESPONSE;
		}

	}

}
