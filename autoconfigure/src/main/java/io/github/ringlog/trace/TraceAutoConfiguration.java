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
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.task.support.ContextPropagatingTaskDecorator;

/**
 * Auto-configuration for what servlet and reactive applications share: reading, binding
 * and counting ids, and taking them along to other threads.
 * <p>
 * All of it stands back where Micrometer Tracing has a tracer. The one that does nothing,
 * which Spring Boot adds where there is none, is none.
 */
@AutoConfiguration(after = TaskExecutionAutoConfiguration.class, afterName = {
		"org.springframework.boot.micrometer.tracing.brave.autoconfigure.BraveAutoConfiguration",
		"org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration" },
		beforeName = "org.springframework.boot.micrometer.tracing.autoconfigure.NoopTracerAutoConfiguration")
@ConditionalOnClass(MDC.class)
@ConditionalOnWebApplication
@ConditionalOnSetting("ringlog.trace.enabled")
@ConditionalOnMissingBean(type = "io.micrometer.tracing.Tracer")
public final class TraceAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	TraceIds traceIds(Environment environment) {
		return new TraceIds(RingLogProperties.of(environment).trace());
	}

	@Bean
	@ConditionalOnMissingBean
	CurrentTraceId currentTraceId(Environment environment) {
		return new CurrentTraceId(RingLogProperties.of(environment).trace().mdcKey());
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(MeterBinder.class)
	static class MetersConfiguration {

		@Bean
		TraceMetrics traceMetrics(TraceIds ids) {
			return new TraceMetrics(ids);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(ContextRegistry.class)
	static class ContextPropagationConfiguration {

		@Bean
		TraceThreadLocalAccessor traceThreadLocalAccessor(CurrentTraceId current) {
			return new TraceThreadLocalAccessor(current);
		}

		/**
		 * For Spring Boot's executors and schedulers. One that propagates everything, our
		 * id included, is enough.
		 */
		@Bean
		@ConditionalOnMissingBean
		ContextPropagatingTaskDecorator traceTaskDecorator() {
			return new ContextPropagatingTaskDecorator(
					ContextSnapshotFactory.builder().captureKeyPredicate(CurrentTraceId.KEY::equals).build());
		}

	}

}
