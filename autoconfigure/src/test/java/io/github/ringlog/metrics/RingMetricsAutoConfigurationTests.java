package io.github.ringlog.metrics;

import io.github.ringlog.lint.Findings;
import io.github.ringlog.lint.LintAutoConfiguration;
import io.github.ringlog.logger.RingLoggerContext;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.apache.logging.log4j.LogManager;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RingMetricsAutoConfiguration}: the conditions of meters. A context
 * that is not ours needs a JVM of its own.
 */
class RingMetricsAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(RingMetricsAutoConfiguration.class));

	private final ApplicationContextRunner runnerWithRegistry = this.runner
		.withConfiguration(AutoConfigurations.of(MetricsAutoConfiguration.class,
				CompositeMeterRegistryAutoConfiguration.class, SimpleMetricsExportAutoConfiguration.class));

	@Test
	void bindsTheMetersToTheRegistry() {
		RingLoggerContext loggers = (RingLoggerContext) LogManager.getContext(false);
		this.runnerWithRegistry.run((context) -> {
			assertThat(context).hasSingleBean(RingMetrics.class).hasSingleBean(QueueMetrics.class);
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			assertThat(registry.get("ringlog.events.published").functionCounter().count())
				.isEqualTo(loggers.statistics().published());
			assertThat(registry.get("ringlog.events.dropped").meters()).hasSize(42);
		});
	}

	@Test
	void showsTheFindingsOfTheLinter() {
		this.runnerWithRegistry.withConfiguration(AutoConfigurations.of(LintAutoConfiguration.class))
			.run((context) -> assertThat(
					context.getBean(MeterRegistry.class).get("ringlog.location.findings").gauge().value())
				.isEqualTo(context.getBean(Findings.class).locations()));
	}

	@Test
	void showsNoFindingsWithoutALinter() {
		this.runnerWithRegistry
			.run((context) -> assertThat(context.getBean(MeterRegistry.class).find("ringlog.location.findings").gauge())
				.isNull());
	}

	@Test
	void tellsWhyThereAreMeters() {
		this.runnerWithRegistry.run((context) -> assertThat(ConditionEvaluationReport.get(context.getBeanFactory())
			.getConditionAndOutcomesBySource()
			.get(RingMetricsAutoConfiguration.class.getName() + "#ringlogMetrics"))
			.anyMatch((outcome) -> outcome.getOutcome()
				.getMessage()
				.matches("Ringlog logger context LogManager has a .*\\.RingLoggerContext")));
	}

	@Test
	void backsOffWithoutMicrometer() {
		this.runner.withBean(SimpleMeterRegistry.class)
			.withClassLoader(new FilteredClassLoader(MeterRegistry.class))
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(RingMetricsAutoConfiguration.class)
				.doesNotHaveBean(RingMetrics.class));
	}

	@Test
	void needsNoMetricsOfSpringBoot() {
		this.runner.withBean(SimpleMeterRegistry.class)
			.withClassLoader(new FilteredClassLoader("org.springframework.boot.micrometer"))
			.run((context) -> assertThat(context).hasSingleBean(RingMetrics.class));
	}

	@Test
	void backsOffWithoutARegistry() {
		this.runner.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(RingMetrics.class));
	}

	@Test
	void backsOffForMetersOfTheUser() {
		this.runnerWithRegistry.withUserConfiguration(OwnMetrics.class)
			.run((context) -> assertThat(context).getBean(RingMetrics.class).isSameAs(context.getBean("ownMetrics")));
	}

	@Test
	void aRefreshedApplicationCountsOn() {
		RingLoggerContext loggers = (RingLoggerContext) LogManager.getContext(false);
		for (int i = 0; i < 2; i++) {
			this.runnerWithRegistry.run((context) -> assertThat(
					context.getBean(MeterRegistry.class).get("ringlog.events.synchronous").functionCounter().count())
				.isEqualTo(loggers.statistics().synchronous()));
		}
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnMetrics {

		@Bean
		RingMetrics ownMetrics() {
			return new RingMetrics(((RingLoggerContext) LogManager.getContext(false)).statistics());
		}

	}

}
