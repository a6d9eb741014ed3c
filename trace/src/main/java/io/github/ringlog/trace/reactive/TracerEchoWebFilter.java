package io.github.ringlog.trace.reactive;

import io.micrometer.tracing.handler.TracingObservationHandler.TracingContext;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.observation.ServerRequestObservationContext;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Echoes the id of Micrometer Tracing in the header of the response.
 *
 * @param responseHeader the header that echoes the id
 */
record TracerEchoWebFilter(String responseHeader) implements WebFilter {

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		String id = idOf(exchange);
		HttpHeaders headers = exchange.getResponse().getHeaders();
		if (id != null && !this.responseHeader.isEmpty() && !headers.containsHeader(this.responseHeader)) {
			headers.set(this.responseHeader, id);
		}
		return chain.filter(exchange);
	}

	/**
	 * Return the id from the observation of the request: it is not yet bound to a thread.
	 */
	private static @Nullable String idOf(ServerWebExchange exchange) {
		TracingContext tracing = ServerRequestObservationContext.findCurrent(exchange.getAttributes())
			.map((context) -> (TracingContext) context.get(TracingContext.class))
			.orElse(null);
		return (tracing != null && tracing.getSpan() != null) ? tracing.getSpan().context().traceId() : null;
	}

}
