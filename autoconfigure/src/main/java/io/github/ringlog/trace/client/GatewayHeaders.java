package io.github.ringlog.trace.client;

import java.util.Set;

import io.github.ringlog.trace.TraceId;
import io.github.ringlog.trace.TraceIds;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * The headers of a request that a gateway passes on, and of the response that it gets. It
 * copies what the client sent: without what was rejected, and with the id.
 */
final class GatewayHeaders {

	private final TraceIds ids;

	GatewayHeaders(TraceIds ids) {
		this.ids = ids;
	}

	HttpHeaders request(HttpHeaders incoming, @Nullable Object attribute) {
		if (!(attribute instanceof TraceId id)) {
			return incoming;
		}
		HttpHeaders headers = copy(incoming);
		Set<String> unfit = this.ids.findUnfit(incoming, HttpHeadersReader.INSTANCE);
		unfit.forEach(headers::remove);
		if (unfit.contains(OutgoingHeaders.TRACEPARENT)) {
			headers.remove(OutgoingHeaders.TRACE_STATE);
		}
		OutgoingHeaders.set(id, headers);
		return headers;
	}

	/**
	 * Leave out the header that echoes the id: the response of the gateway has it
	 * already, and the backend may use Ringlog, too.
	 */
	static HttpHeaders response(HttpHeaders received, String responseHeader) {
		if (responseHeader.isEmpty() || !received.containsHeader(responseHeader)) {
			return received;
		}
		HttpHeaders headers = copy(received);
		headers.remove(responseHeader);
		return headers;
	}

	private static HttpHeaders copy(HttpHeaders headers) {
		HttpHeaders copy = new HttpHeaders();
		copy.addAll(headers);
		return copy;
	}

}
