package io.github.ringlog.actuate;

import io.github.ringlog.environment.OnRingLoggerContext;
import io.github.ringlog.environment.RingLogProperties;
import io.github.ringlog.logger.RingLoggerContext;
import org.apache.logging.log4j.LogManager;

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
public final class RingLogHealthAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(name = "ringlogHealthIndicator")
	RingLogHealthIndicator ringlogHealthIndicator(ApplicationContext application) {
		RingLoggerContext context = (RingLoggerContext) LogManager.getContext(application.getClassLoader(), false);
		RingLogProperties.Health health = RingLogProperties.of(application.getEnvironment()).health();
		return new RingLogHealthIndicator(context.statistics(), context::isolatedStatistics, health.stallTimeout(),
				health.isolated());
	}

}
