package io.github.ringlog.trace.reactive;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.HttpHeadersAccessor;
import io.github.ringlog.trace.TraceId;
import io.github.ringlog.trace.TraceIds;
import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.HttpHandlerDecoratorFactory;

/**
 * Puts the id of each request into Reactor's context and into the response header. A
 * {@code WebFilter} would be too late, because the exception handlers, which log most
 * failures, run around the filters. An {@code @Order} on the user's own bean sets its
 * order among decorators.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class TraceHttpHandlerDecorator implements HttpHandlerDecoratorFactory {

	private final TraceIds ids;

	private final String responseHeader;

	/**
	 * Create a decorator.
	 * @param ids finds the id of a request
	 * @param responseHeader the name of the header that echoes it; empty for none
	 */
	public TraceHttpHandlerDecorator(TraceIds ids, String responseHeader) {
		this.ids = ids;
		this.responseHeader = responseHeader;
	}

	@Override
	public HttpHandler apply(HttpHandler handler) {
		return (request, response) -> {
			TraceId id = this.ids.extract(request.getHeaders(), HttpHeadersAccessor.INSTANCE);
			if (!this.responseHeader.isEmpty()) {
				response.getHeaders().set(this.responseHeader, id.value());
			}
			return Mono.defer(() -> handler.handle(request, response))
				.contextWrite((context) -> context.put(CurrentTraceId.KEY, id));
		};
	}

}
