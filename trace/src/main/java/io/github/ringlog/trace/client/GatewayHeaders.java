package io.github.ringlog.trace.client;

import java.util.List;
import java.util.Set;
import java.util.function.Function;

import io.github.ringlog.trace.HttpHeadersAccessor;
import io.github.ringlog.trace.TraceId;
import io.github.ringlog.trace.TraceIds;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * The headers of proxied requests and of their responses.
 *
 * @param ids extracts and injects ids
 */
record GatewayHeaders(TraceIds ids) {

	/**
	 * Remove the client's headers that must not be passed on, and add the id. Headers
	 * that a route or a filter has set stay.
	 * @param headers the headers for the backend, as routes and filters have left them
	 * @param received returns the values of a header as the client sent them
	 */
	HttpHeaders request(HttpHeaders headers, Function<String, List<String>> received, @Nullable Object attribute) {
		if (!(attribute instanceof TraceId id)) {
			return headers;
		}
		HttpHeaders outgoing = copy(headers);
		remove(this.ids.findUnfit(headers, HttpHeadersAccessor.INSTANCE), outgoing, received);
		remove(this.ids.replaced(), outgoing, received);
		this.ids.inject(id, outgoing, HttpHeadersAccessor.INSTANCE);
		return outgoing;
	}

	private static void remove(Set<String> names, HttpHeaders headers, Function<String, List<String>> received) {
		for (String name : names) {
			if (headers.getOrEmpty(name).equals(received.apply(name))) {
				headers.remove(name);
			}
		}
	}

	/**
	 * Return the backend's headers without the one that echoes the id: the response of
	 * the gateway has it already, and the backend may use Ringlog, too.
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
