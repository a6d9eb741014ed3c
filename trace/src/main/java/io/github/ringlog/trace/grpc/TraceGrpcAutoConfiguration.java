package io.github.ringlog.trace.grpc;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceAutoConfiguration;
import io.github.ringlog.trace.TraceIds;
import io.grpc.ClientInterceptor;
import io.grpc.ServerInterceptor;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.grpc.client.GlobalClientInterceptor;
import org.springframework.grpc.server.GlobalServerInterceptor;

/**
 * Auto-configuration for Spring gRPC: calls carry the id, and services have it.
 */
@AutoConfiguration(after = TraceAutoConfiguration.class)
@ConditionalOnBean(TraceAutoConfiguration.class)
public final class TraceGrpcAutoConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ ServerInterceptor.class, GlobalServerInterceptor.class })
	static class ServerConfiguration {

		@Bean
		@Fallback
		@GlobalServerInterceptor
		@Order(Ordered.HIGHEST_PRECEDENCE)
		TraceServerInterceptor ringLogGrpcServerInterceptor(TraceIds ids, CurrentTraceId current) {
			return new TraceServerInterceptor(ids, current);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ ClientInterceptor.class, GlobalClientInterceptor.class })
	static class ClientConfiguration {

		@Bean
		@Fallback
		@GlobalClientInterceptor
		TraceClientInterceptor ringLogGrpcClientInterceptor(TraceIds ids, CurrentTraceId current) {
			return new TraceClientInterceptor(ids, current);
		}

	}

}
