package io.github.ringlog.sample.chat;

import org.slf4j.MDC;

import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.WebSocketHandler;
import org.springframework.web.socket.WebSocketMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.handler.WebSocketHandlerDecorator;

/**
 * Puts the trace id of the session into the MDC of whatever the session does.
 */
class TracedHandler extends WebSocketHandlerDecorator {

	TracedHandler(WebSocketHandler delegate) {
		super(delegate);
	}

	@Override
	public void afterConnectionEstablished(WebSocketSession session) throws Exception {
		traced(session, () -> super.afterConnectionEstablished(session));
	}

	@Override
	public void handleMessage(WebSocketSession session, WebSocketMessage<?> message) throws Exception {
		traced(session, () -> super.handleMessage(session, message));
	}

	@Override
	public void afterConnectionClosed(WebSocketSession session, CloseStatus status) throws Exception {
		traced(session, () -> super.afterConnectionClosed(session, status));
	}

	private static void traced(WebSocketSession session, Work work) throws Exception {
		MDC.put(UserInterceptor.TRACE_ID, (String) session.getAttributes().get(UserInterceptor.TRACE_ID));
		try {
			work.run();
		}
		finally {
			MDC.remove(UserInterceptor.TRACE_ID);
		}
	}

	private interface Work {

		void run() throws Exception;

	}

}
