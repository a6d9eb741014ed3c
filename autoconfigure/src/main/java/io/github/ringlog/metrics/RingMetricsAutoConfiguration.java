package io.github.ringlog.metrics;

import java.util.concurrent.TimeUnit;

import io.github.ringlog.environment.ConditionalOnSetting;
import io.github.ringlog.environment.OnLog4jLoggerContext;
import io.github.ringlog.environment.OnRingLoggerContext;
import io.github.ringlog.lint.Findings;
import io.github.ringlog.lint.LintAutoConfiguration;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.otlp.OtlpExport;
import io.github.ringlog.otlp.OtlpLogAutoConfiguration;
import io.github.ringlog.receipts.Receipts;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/**
 * Auto-configuration for the meters of the ring. Spring Boot's auto-configurations of
 * registries are named, not referred to, because an application may have Micrometer
 * without them.
 */
@AutoConfiguration(after = { LintAutoConfiguration.class, OtlpLogAutoConfiguration.class },
		afterName = { "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
				"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration" })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
public final class RingMetricsAutoConfiguration {

	@Bean
	@Conditional(OnRingLoggerContext.class)
	@ConditionalOnMissingBean
	@Order(0)
	RingMetrics ringMetrics(ApplicationContext application) {
		RingLoggerContext context = (RingLoggerContext) LogManager.getContext(application.getClassLoader(), false);
		return new RingMetrics(context.statistics());
	}

	@Bean
	@Conditional(OnRingLoggerContext.class)
	JsonMetrics jsonMetrics() {
		return new JsonMetrics();
	}

	@Bean
	@Conditional(OnRingLoggerContext.class)
	@ConditionalOnSetting("ringlog.receipts.enabled")
	MeterBinder receiptMetrics(ApplicationContext application) {
		LoggerContext context = (LoggerContext) LogManager.getContext(application.getClassLoader(), false);
		return (registry) -> TimeGauge
			.builder("ringlog.receipts.age", context, TimeUnit.NANOSECONDS, RingMetricsAutoConfiguration::age)
			.description("Age of the oldest last receipt of a sink")
			.register(registry);
	}

	private static double age(LoggerContext context) {
		Receipts receipts = Receipts.of(context);
		return (receipts != null) ? receipts.age().toNanos() : Double.NaN;
	}

	@Bean
	@ConditionalOnBean(Findings.class)
	FindingsMetrics findingsMetrics(Findings findings) {
		return new FindingsMetrics(findings);
	}

	// After the meters of the ring: if a registry allows one set of tags per name, it
	// must keep those of the ring.
	@Bean
	@Conditional(OnLog4jLoggerContext.class)
	@Order
	QueueMetrics queueMetrics(ApplicationContext application) {
		return new QueueMetrics((LoggerContext) LogManager.getContext(application.getClassLoader(), false));
	}

	/**
	 * Apart, for OpenTelemetry may not be there.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBean(OtlpExport.class)
	static class OtlpConfiguration {

		@Bean
		@Conditional(OnRingLoggerContext.class)
		OtlpMetrics otlpMetrics(OtlpExport export) {
			return new OtlpMetrics(export);
		}

	}

}
