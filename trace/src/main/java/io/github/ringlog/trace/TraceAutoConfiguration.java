package io.github.ringlog.trace;

import io.github.ringlog.environment.RinglogProperties;
import io.micrometer.context.ContextRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.slf4j.MDC;
import reactor.core.publisher.Hooks;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration for what all carriers of ids share: reading, binding and counting
 * ids, and taking them along to other threads. An application without a server has
 * carriers, too: scheduled tasks, listeners of messages.
 * <p>
 * Each application context has its own, with its own settings, also below another one.
 * <p>
 * All of it backs off where Micrometer Tracing, OpenTelemetry or an agent has a tracer.
 * The tracer that does nothing, which Spring Boot adds if there is no other, does not
 * count.
 */
@AutoConfiguration(afterName = {
		"org.springframework.boot.micrometer.tracing.brave.autoconfigure.BraveAutoConfiguration",
		"org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration" },
		beforeName = "org.springframework.boot.micrometer.tracing.autoconfigure.NoopTracerAutoConfiguration")
@ConditionalOnClass(MDC.class)
@ConditionalOnBooleanProperty(name = "ringlog.trace.enabled", matchIfMissing = true)
@ConditionalOnMissingBean(type = { "io.micrometer.tracing.Tracer", "io.opentelemetry.api.trace.Tracer",
		"io.opentelemetry.sdk.trace.SdkTracerProvider" })
@Conditional(OnNoOtherTracer.class)
public final class TraceAutoConfiguration {

	@Bean
	@Fallback
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	TraceIds ringlogTraceIds(Environment environment) {
		return TraceIds.of(RinglogProperties.of(environment).trace());
	}

	@Bean
	@Fallback
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	CurrentTraceId ringlogCurrentTraceId(Environment environment) {
		RinglogProperties.Trace settings = RinglogProperties.of(environment).trace();
		return new CurrentTraceId(settings.mdcKey(), settings.mdcHeaders().values());
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(MeterBinder.class)
	static class MetersConfiguration {

		@Bean
		TraceMetrics ringlogTraceMetrics(TraceIds ids) {
			return new TraceMetrics(ids);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(ContextRegistry.class)
	static class ContextPropagationConfiguration {

		/**
		 * Registers itself when it is made, and nobody asks for it.
		 */
		@Bean
		@Fallback
		@Lazy(false)
		TraceThreadLocalAccessor ringlogThreadLocalAccessor(CurrentTraceId current) {
			return new TraceThreadLocalAccessor(current);
		}

	}

	/**
	 * Without Reactor's automatic propagation only some operators have the id in the MDC.
	 */
	@Configuration(proxyBeanMethods = false)
	@Lazy(false)
	@ConditionalOnClass({ ContextRegistry.class, Hooks.class })
	static class ReactorConfiguration {

		ReactorConfiguration(Environment environment) {
			if (!environment.containsProperty("spring.reactor.context-propagation")) {
				Hooks.enableAutomaticContextPropagation();
			}
		}

	}

}
