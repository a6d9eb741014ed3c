package io.github.ringlog.trace.client;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.HttpHeadersAccessor;
import io.github.ringlog.trace.TraceIds;

import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestInitializer;

/**
 * Sends the calling thread's id with each request.
 *
 * @param ids extracts and injects ids
 * @param current binds an id to a thread
 */
record TraceRequestInitializer(TraceIds ids, CurrentTraceId current) implements ClientHttpRequestInitializer {

	@Override
	public void initialize(ClientHttpRequest request) {
		this.ids.inject(this.current.find(), request.getHeaders(), HttpHeadersAccessor.INSTANCE);
	}

}
