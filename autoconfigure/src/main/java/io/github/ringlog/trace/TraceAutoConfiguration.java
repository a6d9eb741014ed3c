package io.github.ringlog.trace;

import io.github.ringlog.environment.ConditionalOnSetting;
import io.github.ringlog.environment.RingLogProperties;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.slf4j.MDC;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.core.task.support.ContextPropagatingTaskDecorator;

/**
 * Auto-configuration for what all carriers of ids share: reading, binding and counting
 * ids, and taking them along to other threads. An application without a server has
 * carriers, too: scheduled tasks, listeners of messages.
 * <p>
 * All of it backs off where Micrometer Tracing or OpenTelemetry has a tracer. The tracer
 * that does nothing, which Spring Boot adds if there is no other, does not count.
 */
@AutoConfiguration(after = TaskExecutionAutoConfiguration.class, afterName = {
		"org.springframework.boot.micrometer.tracing.brave.autoconfigure.BraveAutoConfiguration",
		"org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration" },
		beforeName = "org.springframework.boot.micrometer.tracing.autoconfigure.NoopTracerAutoConfiguration")
@ConditionalOnClass(MDC.class)
@ConditionalOnSetting("ringlog.trace.enabled")
@ConditionalOnMissingBean(type = { "io.micrometer.tracing.Tracer", "io.opentelemetry.api.trace.Tracer",
		"io.opentelemetry.sdk.trace.SdkTracerProvider" })
@Conditional(OnNoOpenTelemetry.class)
public final class TraceAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	TraceIds ringLogTraceIds(Environment environment) {
		return TraceIds.of(RingLogProperties.of(environment).trace());
	}

	@Bean
	@ConditionalOnMissingBean
	CurrentTraceId ringLogCurrentTraceId(Environment environment) {
		RingLogProperties.Trace settings = RingLogProperties.of(environment).trace();
		return new CurrentTraceId(settings.mdcKey(), settings.mdcHeaders().values());
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(MeterBinder.class)
	static class MetersConfiguration {

		@Bean
		TraceMetrics ringLogTraceMetrics(TraceIds ids) {
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
		@Lazy(false)
		TraceThreadLocalAccessor ringLogThreadLocalAccessor(CurrentTraceId current) {
			return new TraceThreadLocalAccessor(current);
		}

		/**
		 * For Spring Boot's executors and schedulers. One that propagates everything, our
		 * id included, is enough.
		 */
		@Bean
		@ConditionalOnMissingBean
		ContextPropagatingTaskDecorator ringLogTaskDecorator() {
			return new ContextPropagatingTaskDecorator(
					ContextSnapshotFactory.builder().captureKeyPredicate(CurrentTraceId.KEY::equals).build());
		}

	}

}
