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
 * Auto-configuration for what all carriers of ids share: it extracts, binds and counts
 * ids, and carries them to other threads. An application without a server has carriers,
 * too, such as scheduled tasks and message listeners.
 * <p>
 * Each application context has its own beans and settings, child contexts included.
 * <p>
 * Backs off if Micrometer Tracing, OpenTelemetry or an agent provides a tracer. Spring
 * Boot's no-op tracer, added if there is no other, is ignored.
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
		 * Not lazy: it registers itself when it is created, and no bean depends on it.
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
