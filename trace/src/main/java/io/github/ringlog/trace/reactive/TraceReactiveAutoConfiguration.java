package io.github.ringlog.trace.reactive;

import io.github.ringlog.environment.RinglogProperties;
import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceAutoConfiguration;
import io.github.ringlog.trace.TraceIds;
import io.github.ringlog.trace.TracerEcho;
import io.micrometer.observation.Observation;
import io.micrometer.tracing.Tracer;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.http.server.reactive.HttpHandlerDecoratorFactory;
import org.springframework.web.server.WebFilter;

/**
 * Auto-configuration for trace ids of requests to reactive applications.
 */
@AutoConfiguration(after = TraceAutoConfiguration.class,
		beforeName = "org.springframework.boot.micrometer.tracing.autoconfigure.NoopTracerAutoConfiguration")
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnClass({ Mono.class, HttpHandlerDecoratorFactory.class })
@ConditionalOnBooleanProperty(name = "ringlog.trace.enabled", matchIfMissing = true)
public final class TraceReactiveAutoConfiguration {

	@Bean
	@Fallback
	@ConditionalOnBean(value = TraceAutoConfiguration.class, search = SearchStrategy.CURRENT)
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	TraceHttpHandlerDecorator ringlogHttpHandlerDecorator(TraceIds ids, Environment environment) {
		return new TraceHttpHandlerDecorator(ids, RinglogProperties.of(environment).trace().responseHeader());
	}

	/**
	 * Keeps the id in the attributes of the exchange, for code that does not read
	 * Reactor's context.
	 */
	@Bean
	@Fallback
	@ConditionalOnBean(value = TraceAutoConfiguration.class, search = SearchStrategy.CURRENT)
	@Order(Ordered.HIGHEST_PRECEDENCE)
	WebFilter ringlogTraceWebFilter() {
		return (exchange, chain) -> Mono.deferContextual((context) -> {
			context.getOrEmpty(CurrentTraceId.KEY)
				.ifPresent((id) -> exchange.getAttributes().put(CurrentTraceId.KEY, id));
			return chain.filter(exchange);
		});
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ Tracer.class, Observation.class })
	@ConditionalOnBean(type = "io.micrometer.tracing.Tracer")
	static class TracerConfiguration {

		@Bean
		@Fallback
		@Order(Ordered.HIGHEST_PRECEDENCE)
		TracerEchoWebFilter ringlogTracerEchoWebFilter(Environment environment) {
			return new TracerEchoWebFilter(TracerEcho.responseHeader(environment));
		}

	}

}
