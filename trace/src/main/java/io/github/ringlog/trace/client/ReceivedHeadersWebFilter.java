package io.github.ringlog.trace.client;

import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Keeps the headers that a client has sent: the routes of a gateway change those of the
 * exchange.
 */
final class ReceivedHeadersWebFilter implements WebFilter {

	private static final String ATTRIBUTE = ReceivedHeadersWebFilter.class.getName();

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		exchange.getAttributes().put(ATTRIBUTE, exchange.getRequest().getHeaders());
		return chain.filter(exchange);
	}

	static HttpHeaders of(ServerWebExchange exchange) {
		return exchange.getAttributeOrDefault(ATTRIBUTE, exchange.getRequest().getHeaders());
	}

}
