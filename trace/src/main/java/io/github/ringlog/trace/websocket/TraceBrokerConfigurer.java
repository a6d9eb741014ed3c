package io.github.ringlog.trace.websocket;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceIds;

import org.springframework.messaging.simp.config.ChannelRegistration;
import org.springframework.messaging.simp.config.MessageBrokerRegistry;
import org.springframework.web.socket.config.annotation.WebSocketMessageBrokerConfigurer;

/**
 * Adds interceptors to the channels of STOMP messages, beside those of the application. A
 * message of a client has the id of its header, or a new one; what the application sends
 * has that of the thread.
 */
final class TraceBrokerConfigurer implements WebSocketMessageBrokerConfigurer {

	private final TraceChannelInterceptor inbound;

	private final TraceChannelInterceptor outbound;

	TraceBrokerConfigurer(TraceIds ids, CurrentTraceId current) {
		this.inbound = new TraceChannelInterceptor(current,
				(headers) -> ids.extract(headers, NativeHeaderGetter.INSTANCE));
		this.outbound = new TraceChannelInterceptor(current, (headers) -> current.get());
	}

	@Override
	public void configureClientInboundChannel(ChannelRegistration registration) {
		registration.interceptors(this.inbound);
	}

	@Override
	public void configureClientOutboundChannel(ChannelRegistration registration) {
		registration.interceptors(this.outbound);
	}

	@Override
	public void configureMessageBroker(MessageBrokerRegistry registry) {
		registry.configureBrokerChannel().interceptors(this.outbound);
	}

}
