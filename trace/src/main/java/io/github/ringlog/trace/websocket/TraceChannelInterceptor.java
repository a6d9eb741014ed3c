package io.github.ringlog.trace.websocket;

import java.util.function.Function;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.ThreadScopes;
import io.github.ringlog.trace.TraceId;
import org.jspecify.annotations.Nullable;

import org.springframework.messaging.Message;
import org.springframework.messaging.MessageChannel;
import org.springframework.messaging.MessageHandler;
import org.springframework.messaging.simp.SimpMessageHeaderAccessor;
import org.springframework.messaging.simp.SimpMessageType;
import org.springframework.messaging.support.ExecutorChannelInterceptor;
import org.springframework.messaging.support.MessageBuilder;
import org.springframework.messaging.support.MessageHeaderAccessor;

/**
 * Keeps the id of a message in its headers, and binds it around each of its handlers, on
 * the threads of the channel.
 */
final class TraceChannelInterceptor implements ExecutorChannelInterceptor {

	// A channel without threads calls handlers within handlers.
	private final ThreadScopes scopes;

	private final Function<SimpMessageHeaderAccessor, @Nullable TraceId> idOf;

	TraceChannelInterceptor(CurrentTraceId current, Function<SimpMessageHeaderAccessor, @Nullable TraceId> idOf) {
		this.scopes = new ThreadScopes(current);
		this.idOf = idOf;
	}

	@Override
	public Message<?> preSend(Message<?> message, MessageChannel channel) {
		SimpMessageHeaderAccessor headers = MessageHeaderAccessor.getAccessor(message, SimpMessageHeaderAccessor.class);
		if (headers == null || headers.getMessageType() == SimpMessageType.HEARTBEAT
				|| message.getHeaders().containsKey(CurrentTraceId.KEY)) {
			return message;
		}
		TraceId id = this.idOf.apply(headers);
		if (id == null) {
			return message;
		}
		if (headers.isMutable()) {
			headers.setHeader(CurrentTraceId.KEY, id);
			return message;
		}
		return MessageBuilder.fromMessage(message).setHeader(CurrentTraceId.KEY, id).build();
	}

	@Override
	public Message<?> beforeHandle(Message<?> message, MessageChannel channel, MessageHandler handler) {
		if (message.getHeaders().get(CurrentTraceId.KEY) instanceof TraceId id) {
			this.scopes.open(id);
		}
		return message;
	}

	@Override
	public void afterMessageHandled(Message<?> message, MessageChannel channel, MessageHandler handler,
			@Nullable Exception exception) {
		if (message.getHeaders().get(CurrentTraceId.KEY) instanceof TraceId) {
			this.scopes.close();
		}
	}

}
