package io.github.ringlog.sample.chat;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.handler.TextWebSocketHandler;

/**
 * Passes each message on to the user it is for, and acknowledges it to its sender. It
 * logs four lines for a message, and two for a connection.
 */
class ChatHandler extends TextWebSocketHandler {

	private static final Logger logger = LoggerFactory.getLogger(ChatHandler.class);

	private final Sessions sessions;

	ChatHandler(Sessions sessions) {
		this.sessions = sessions;
	}

	@Override
	public void afterConnectionEstablished(WebSocketSession session) {
		String user = user(session);
		logger.info("User {} is connected from {} in session {}", user, session.getRemoteAddress(), session.getId());
		this.sessions.add(user, session);
	}

	@Override
	protected void handleTextMessage(WebSocketSession session, TextMessage text) throws IOException {
		long start = System.nanoTime();
		String sender = user(session);
		ChatMessage message = ChatMessage.parse(text.getPayload());
		logger.info("Received message {} of {} characters from user {} in session {}", message.id(),
				message.text().length(), sender, session.getId());
		WebSocketSession recipient = this.sessions.of(message.user());
		if (recipient == null) {
			logger.warn("Message {} is for user {}, who is not connected", message.id(), message.user());
			return;
		}
		logger.info("Routed message {} from user {} to user {} in session {}", message.id(), sender, message.user(),
				recipient.getId());
		recipient.sendMessage(new TextMessage(message.from(sender)));
		logger.info("Delivered message {} to user {} in {} µs", message.id(), message.user(),
				TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start));
		logger.info("Acknowledges message {} to user {} in session {}", message.id(), sender, session.getId());
		Objects.requireNonNull(this.sessions.of(sender)).sendMessage(new TextMessage(ChatMessage.ack(message.id())));
	}

	@Override
	public void afterConnectionClosed(WebSocketSession session, CloseStatus status) {
		String user = user(session);
		logger.info("User {} is disconnected from session {} with status {}", user, session.getId(), status.getCode());
		this.sessions.remove(user);
	}

	private static String user(WebSocketSession session) {
		return (String) Objects.requireNonNull(session.getAttributes().get(UserInterceptor.USER));
	}

}
