package io.github.ringlog.sample.chat;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.socket.WebSocketHandler;
import org.springframework.web.socket.server.HandshakeInterceptor;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * Keeps the user and the trace id of the handshake as attributes of the session: its
 * messages are no HTTP requests, so no filter gives them an id.
 */
class UserInterceptor implements HandshakeInterceptor {

	static final String USER = "user";

	static final String TRACE_ID = "traceId";

	@Override
	public boolean beforeHandshake(ServerHttpRequest request, ServerHttpResponse response, WebSocketHandler handler,
			Map<String, Object> attributes) {
		String user = UriComponentsBuilder.fromUri(request.getURI()).build().getQueryParams().getFirst(USER);
		String traceId = MDC.get(TRACE_ID);
		if (user == null || traceId == null) {
			return false;
		}
		attributes.put(USER, user);
		attributes.put(TRACE_ID, traceId);
		return true;
	}

	@Override
	public void afterHandshake(ServerHttpRequest request, ServerHttpResponse response, WebSocketHandler handler,
			@Nullable Exception exception) {
	}

}
