package io.github.ringlog.sample;

import java.io.IOException;
import java.net.URI;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.cloud.gateway.server.mvc.filter.BeforeFilterFunctions;
import org.springframework.cloud.gateway.server.mvc.handler.GatewayRouterFunctions;
import org.springframework.cloud.gateway.server.mvc.handler.HandlerFunctions;
import org.springframework.cloud.gateway.server.mvc.predicate.GatewayRequestPredicates;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;

@Configuration(proxyBeanMethods = false)
class GatewayConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(GatewayConfiguration.class);

	@Bean
	Backend backend(BackendProperties properties) throws IOException {
		URI url = properties.url();
		return (url != null) ? () -> url : new DemoBackend(properties.port());
	}

	/**
	 * The one route. It is in Java, because the port of the embedded backend is not known
	 * before that has started. The prefix is not stripped: a path is the same in front of
	 * the gateway, behind it, and in the log lines of both.
	 */
	@Bean
	RouterFunction<ServerResponse> demoapp(Backend backend) {
		URI url = backend.url();
		return GatewayRouterFunctions.route("demoapp")
			.route(GatewayRequestPredicates.path("/demoapp/**"), HandlerFunctions.http())
			.before(BeforeFilterFunctions.uri(url))
			.before((request) -> {
				logger.info("Routing {} to {}", request.servletRequest().getRequestURI(), url);
				return request;
			})
			.onError(ResourceAccessException.class, (ex, request) -> {
				logger.warn("No answer from {}: {}", url, String.valueOf(ex.getCause()));
				return ServerResponse.status(HttpStatus.BAD_GATEWAY).build();
			})
			.build();
	}

}
