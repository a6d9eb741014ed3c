package io.github.ringlog.trace.websocket;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceAutoConfiguration;
import io.github.ringlog.trace.TraceIds;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Fallback;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.messaging.support.ExecutorChannelInterceptor;
import org.springframework.web.socket.config.annotation.WebSocketMessageBrokerConfigurer;

/**
 * Auto-configuration for trace ids of STOMP messages over WebSocket.
 */
@AutoConfiguration(after = TraceAutoConfiguration.class)
@ConditionalOnBean(TraceAutoConfiguration.class)
// A WebSocket application without STOMP may have the one without the other.
@ConditionalOnClass({ WebSocketMessageBrokerConfigurer.class, ExecutorChannelInterceptor.class })
public final class TraceWebSocketAutoConfiguration {

	/**
	 * Comes first, so that interceptors of the application have the id.
	 */
	@Bean
	@Fallback
	@Order(Ordered.HIGHEST_PRECEDENCE)
	TraceBrokerConfigurer ringLogBrokerConfigurer(TraceIds ids, CurrentTraceId current) {
		return new TraceBrokerConfigurer(ids, current);
	}

}
