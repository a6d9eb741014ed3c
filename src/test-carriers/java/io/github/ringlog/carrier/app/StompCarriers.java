package io.github.ringlog.carrier.app;

import java.nio.charset.StandardCharsets;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageChannel;
import org.springframework.messaging.MessageHandler;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.messaging.simp.SimpMessageHeaderAccessor;
import org.springframework.messaging.simp.SimpMessageType;
import org.springframework.messaging.simp.SimpMessagingTemplate;
import org.springframework.messaging.simp.config.ChannelRegistration;
import org.springframework.messaging.simp.config.MessageBrokerRegistry;
import org.springframework.messaging.support.ExecutorChannelInterceptor;
import org.springframework.stereotype.Controller;
import org.springframework.web.socket.config.annotation.EnableWebSocketMessageBroker;
import org.springframework.web.socket.config.annotation.StompEndpointRegistry;
import org.springframework.web.socket.config.annotation.WebSocketMessageBrokerConfigurer;

/**
 * Messages of STOMP, in and out.
 */
@Configuration(proxyBeanMethods = false)
@EnableWebSocketMessageBroker
class StompCarriers implements WebSocketMessageBrokerConfigurer {

	@Override
	public void registerStompEndpoints(StompEndpointRegistry registry) {
		registry.addEndpoint("/stomp");
	}

	@Override
	public void configureMessageBroker(MessageBrokerRegistry registry) {
		registry.setApplicationDestinationPrefixes("/app").enableSimpleBroker("/topic");
	}

	@Override
	public void configureClientInboundChannel(ChannelRegistration registration) {
		registration.taskExecutor().corePoolSize(4);
	}

	@Override
	public void configureClientOutboundChannel(ChannelRegistration registration) {
		registration.interceptors(new ExecutorChannelInterceptor() {

			@Override
			public Message<?> beforeHandle(Message<?> message, MessageChannel channel, MessageHandler handler) {
				if (SimpMessageHeaderAccessor.getMessageType(message.getHeaders()) == SimpMessageType.MESSAGE) {
					Lines.received("stompOut", new String((byte[]) message.getPayload(), StandardCharsets.UTF_8));
				}
				return message;
			}

		});
	}

	@Bean
	Carrier stompOut(SimpMessagingTemplate template) {
		return (id) -> template.convertAndSend("/topic/out", id);
	}

	@Controller
	static class MessageController {

		@MessageMapping("/in")
		void in(String id) {
			Lines.received("stompIn", id);
		}

	}

}
