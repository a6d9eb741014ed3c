package io.github.ringlog.metrics;

import java.util.concurrent.TimeUnit;

import io.github.ringlog.environment.OnRingLoggerContext;
import io.github.ringlog.json.JsonCounts;
import io.github.ringlog.lint.Findings;
import io.github.ringlog.lint.LintAutoConfiguration;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.receipts.Receipts;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
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
	@Nullable RingMetrics ringlogMetrics(ApplicationContext application) {
		RingLoggerContext context = OnRingLoggerContext.find(application.getClassLoader());
		return (context != null) ? new RingMetrics(context.statistics()) : null;
	}

	@Bean
	@Conditional(OnRingLoggerContext.class)
	@Nullable MeterBinder ringlogJsonMetrics(ApplicationContext application) {
		return (OnRingLoggerContext.find(application.getClassLoader()) != null) ? RingMetricsAutoConfiguration::bindJson
				: null;
	}

	static void bindJson(MeterRegistry registry) {
		FunctionCounter.builder("ringlog.json.cut", JsonCounts.class, (counts) -> JsonCounts.cutLines())
			.baseUnit("lines")
			.description("Lines of JSON that were longer than ringlog.json.max-line")
			.register(registry);
		FunctionCounter.builder("ringlog.json.collisions", JsonCounts.class, (counts) -> JsonCounts.collisions())
			.description("MDC entries that were renamed or left out because a field of JSON has their name")
			.register(registry);
	}

	@Bean
	@Conditional(OnRingLoggerContext.class)
	@ConditionalOnBooleanProperty("ringlog.receipts.enabled")
	@Nullable MeterBinder ringlogReceiptMetrics(ApplicationContext application) {
		RingLoggerContext context = OnRingLoggerContext.find(application.getClassLoader());
		if (context == null) {
			return null;
		}
		return (registry) -> TimeGauge
			.builder("ringlog.receipts.age", context, TimeUnit.NANOSECONDS, RingMetricsAutoConfiguration::age)
			.description("Age of the oldest last receipt of a sink")
			.register(registry);
	}

	private static double age(LoggerContext context) {
		Receipts receipts = Receipts.of(context);
		return (receipts != null) ? receipts.age().toNanos() : Double.NaN;
	}

	/**
	 * There is no meter when the linter is off, because 0 would mean that there are no
	 * findings.
	 */
	@Bean
	@ConditionalOnBean(Findings.class)
	@Nullable MeterBinder ringlogFindingsMetrics(@Nullable Findings findings) {
		return (findings == null || !findings.isEnabled()) ? null
				: (registry) -> Gauge.builder("ringlog.location.findings", findings, Findings::locations)
					.baseUnit("findings")
					.description("Places in the Log4j configuration that ask for the caller's location")
					.register(registry);
	}

	// After the meters of the ring: if a registry allows one set of tags per name, it
	// must keep the ring's.
	@Bean
	@Order
	@Nullable QueueMetrics ringlogQueueMetrics(ApplicationContext application) {
		return (LogManager.getContext(application.getClassLoader(), false) instanceof LoggerContext context)
				? new QueueMetrics(context) : null;
	}

}
