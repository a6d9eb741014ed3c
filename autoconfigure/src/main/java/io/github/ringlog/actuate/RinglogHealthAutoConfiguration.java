package io.github.ringlog.actuate;

import java.util.List;

import io.github.ringlog.environment.OnRingLoggerContext;
import io.github.ringlog.environment.RinglogProperties;
import io.github.ringlog.lint.Findings;
import io.github.ringlog.logger.RingLoggerContext;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * Auto-configuration for the health of the writer.
 */
@AutoConfiguration
@ConditionalOnClass({ HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnEnabledHealthIndicator("ringlog")
@Conditional(OnRingLoggerContext.class)
public final class RinglogHealthAutoConfiguration {

	// Spring Boot derives the contributor's name from the bean's.
	@Bean
	@ConditionalOnMissingBean(name = "ringlogHealthIndicator")
	@Nullable RinglogHealthIndicator ringlogHealthIndicator(ApplicationContext application, ObjectProvider<Findings> findings) {
		RingLoggerContext context = OnRingLoggerContext.find(application.getClassLoader());
		if (context == null) {
			return null;
		}
		RinglogProperties.Health health = RinglogProperties.of(application.getEnvironment()).health();
		return new RinglogHealthIndicator(() -> incomplete(findings.getIfAvailable()), context.statistics(),
				context::isolatedStatistics, health.stallTimeout(), health.isolated());
	}

	private static List<String> incomplete(@Nullable Findings findings) {
		return (findings != null) ? findings.incomplete() : List.of();
	}

}
