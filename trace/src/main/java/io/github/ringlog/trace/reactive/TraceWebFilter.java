package io.github.ringlog.trace.reactive;

import io.github.ringlog.trace.CurrentTraceId;
import reactor.core.publisher.Mono;

import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Keeps the id in the attributes of the exchange, where code finds it that does not read
 * Reactor's context.
 */
final class TraceWebFilter implements WebFilter {

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		return Mono.deferContextual((context) -> {
			context.getOrEmpty(CurrentTraceId.KEY)
				.ifPresent((id) -> exchange.getAttributes().put(CurrentTraceId.KEY, id));
			return chain.filter(exchange);
		});
	}

}
