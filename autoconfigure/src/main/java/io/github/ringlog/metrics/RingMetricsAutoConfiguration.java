package io.github.ringlog.metrics;

import io.github.ringlog.environment.OnLog4jLoggerContext;
import io.github.ringlog.environment.OnRingLoggerContext;
import io.github.ringlog.lint.Findings;
import io.github.ringlog.lint.LintAutoConfiguration;
import io.github.ringlog.logger.RingLoggerContext;
import io.micrometer.core.instrument.MeterRegistry;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.annotation.Order;

/**
 * Auto-configuration for the meters of the ring. Spring Boot's auto-configurations of
 * registries are named, not referred to, because an application may have Micrometer
 * without them.
 */
@AutoConfiguration(after = LintAutoConfiguration.class,
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

}
