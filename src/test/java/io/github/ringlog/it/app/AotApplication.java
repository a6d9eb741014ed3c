package io.github.ringlog.it.app;

import io.github.ringlog.lint.Findings;
import io.github.ringlog.metrics.RingMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aot.AotDetector;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * Starts, logs and prints which beans there are.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class AotApplication {

	private static final Logger logger = LoggerFactory.getLogger(AotApplication.class);

	public static void main(String[] args) {
		SpringApplication application = new SpringApplication(AotApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		ConfigurableApplicationContext context = application.run(args);
		logger.info("The application runs");
		MeterRegistry meters = context.getBean(MeterRegistry.class);
		Report.print("ring.meters",
				(meters.find("ringlog.buffer.capacity").gauge() != null && isThere(context, RingMetrics.class)) ? 1
						: 0);
		Report.print("ring.health",
				context.getBeansOfType(HealthIndicator.class).containsKey("ringlogHealthIndicator") ? 1 : 0);
		Report.print("findings", isThere(context, Findings.class) ? 1 : 0);
		Report.print("processed", AotDetector.useGeneratedArtifacts() ? 1 : 0);
		context.close();
	}

	private static boolean isThere(ConfigurableApplicationContext context, Class<?> type) {
		return context.getBeanProvider(type).getIfAvailable() != null;
	}

}
