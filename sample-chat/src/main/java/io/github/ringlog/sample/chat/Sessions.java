package io.github.ringlog.sample.chat;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.handler.ConcurrentWebSocketSessionDecorator;

/**
 * The open sessions by user. Any number of threads may send to one of them.
 */
class Sessions {

	private static final int SEND_TIMEOUT_MILLIS = 10_000;

	private static final int BUFFER_BYTES = 1 << 16;

	private final Map<String, WebSocketSession> byUser = new ConcurrentHashMap<>();

	void add(String user, WebSocketSession session) {
		this.byUser.put(user, new ConcurrentWebSocketSessionDecorator(session, SEND_TIMEOUT_MILLIS, BUFFER_BYTES));
	}

	@Nullable WebSocketSession of(String user) {
		return this.byUser.get(user);
	}

	void remove(String user) {
		this.byUser.remove(user);
	}

	int count() {
		return this.byUser.size();
	}

}
