package io.github.ringlog.trace.client;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.HttpHeadersAccessor;
import io.github.ringlog.trace.TraceId;
import io.github.ringlog.trace.TraceIds;
import reactor.core.publisher.Mono;

import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;

/**
 * Sends the id with {@code WebClient}: the id in Reactor's context, else the calling
 * thread's.
 *
 * @param ids extracts and injects ids
 * @param current binds an id to a thread
 */
record TraceExchangeFilter(TraceIds ids, CurrentTraceId current) implements ExchangeFilterFunction {

	@Override
	public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
		return Mono.deferContextual((context) -> {
			TraceId id = (context.getOrDefault(CurrentTraceId.KEY, null) instanceof TraceId inContext) ? inContext
					: this.current.find();
			return next.exchange((id != null) ? with(id, request) : request);
		});
	}

	private ClientRequest with(TraceId id, ClientRequest request) {
		return ClientRequest.from(request)
			.headers((headers) -> this.ids.inject(id, headers, HttpHeadersAccessor.INSTANCE))
			.build();
	}

}
