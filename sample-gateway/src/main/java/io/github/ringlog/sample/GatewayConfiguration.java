package io.github.ringlog.sample;

import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.util.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.cloud.gateway.server.mvc.common.MvcUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * The configuration that the libraries leave to Java. The rest is in
 * {@code application.yml}.
 */
@Configuration(proxyBeanMethods = false)
class GatewayConfiguration {

	private static final Logger log = LoggerFactory.getLogger(GatewayConfiguration.class);

	/**
	 * A client that passes on what it gets, and is as large as the gateway needs it: by
	 * default it has five connections for each backend, and repeats requests on its own.
	 */
	@Bean
	ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> httpClient(
			BackendProperties properties) {
		return (builder) -> builder.withHttpClientCustomizer(GatewayConfiguration::passOn)
			.withConnectionManagerCustomizer(
					(connections) -> connections.setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
						.setMaxConnPerRoute(properties.connections()))
			.withDefaultRequestConfigCustomizer(
					(request) -> request.setConnectionRequestTimeout(Timeout.of(properties.connectionWait())));
	}

	private static void passOn(HttpClientBuilder client) {
		client.disableAutomaticRetries()
			.disableContentCompression()
			.disableAuthCaching()
			.disableDefaultUserAgent()
			.evictExpiredConnections();
	}

	/**
	 * The answer when there is none from the backends.
	 */
	@Bean
	RouterFunction<ServerResponse> unavailable() {
		return RouterFunctions.route(RequestPredicates.path("/unavailable"), GatewayConfiguration::answerUnavailable);
	}

	private static ServerResponse answerUnavailable(ServerRequest request) {
		Throwable failure = MvcUtils.getAttribute(request, MvcUtils.CIRCUITBREAKER_EXECUTION_EXCEPTION_ATTR);
		if (failure == null) {
			return ServerResponse.notFound().build();
		}
		HttpStatusCode status = (failure instanceof ResponseStatusException ex) ? ex.getStatusCode()
				: HttpStatus.SERVICE_UNAVAILABLE;
		log.warn("Answering {}: {}", status.value(), NestedExceptionUtils.getMostSpecificCause(failure).toString());
		return Problems.answer(status, (status.value() == HttpStatus.GATEWAY_TIMEOUT.value())
				? "The backend took too long" : "No backend is available", (headers) -> {
				});
	}

}
