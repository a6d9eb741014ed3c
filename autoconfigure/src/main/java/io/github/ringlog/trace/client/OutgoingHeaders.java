package io.github.ringlog.trace.client;

import io.github.ringlog.trace.TraceId;

import org.springframework.http.HttpHeaders;

/**
 * Writes an id to the headers of an outgoing request: as {@code traceparent} when it is a
 * W3C id, else as {@code X-Request-Id}.
 */
final class OutgoingHeaders {

	static final String TRACEPARENT = "traceparent";

	static final String TRACE_STATE = "tracestate";

	static final String REQUEST_ID = "X-Request-Id";

	private OutgoingHeaders() {
	}

	/**
	 * Add the id, unless the application has set the header itself.
	 */
	static void add(TraceId id, HttpHeaders headers) {
		if (!headers.containsHeader(id.isW3c() ? TRACEPARENT : REQUEST_ID)) {
			set(id, headers);
		}
	}

	static void set(TraceId id, HttpHeaders headers) {
		if (!id.isW3c()) {
			headers.set(REQUEST_ID, id.value());
			return;
		}
		headers.set(TRACEPARENT, id.traceparent());
		String state = id.traceState();
		if (state != null) {
			headers.set(TRACE_STATE, state);
		}
		else {
			// A state belongs to the traceparent that it came with.
			headers.remove(TRACE_STATE);
		}
	}

}
