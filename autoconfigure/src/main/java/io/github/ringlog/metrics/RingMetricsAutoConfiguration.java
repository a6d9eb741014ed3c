package io.github.ringlog.metrics;

import io.github.ringlog.engine.RingLoggerContext;
import io.micrometer.core.instrument.MeterRegistry;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.async.AsyncLoggerContext;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * Auto-configuration for the meters of the ring. Spring Boot's auto-configurations of
 * registries are named, not referred to, because an application may have Micrometer
 * without them.
 */
@AutoConfiguration(afterName = { "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
		"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration" })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
public final class RingMetricsAutoConfiguration {

	@Bean
	@Conditional(OnRingLoggerContext.class)
	@ConditionalOnMissingBean
	RingMetrics ringMetrics(ApplicationContext application) {
		RingLoggerContext context = (RingLoggerContext) LogManager.getContext(application.getClassLoader(), false);
		return new RingMetrics(context.statistics());
	}

	@Bean
	@Conditional(OnStockAsyncLoggerContext.class)
	StockRingMetrics stockRingMetrics(ApplicationContext application) {
		return new StockRingMetrics((AsyncLoggerContext) LogManager.getContext(application.getClassLoader(), false));
	}

}
