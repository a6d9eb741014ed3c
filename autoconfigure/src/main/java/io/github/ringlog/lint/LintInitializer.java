package io.github.ringlog.lint;

import io.github.ringlog.environment.RingLogProperties;
import io.github.ringlog.environment.RingLogProperties.Lint;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;

import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Lints the configuration that Spring Boot has installed, before the application context
 * has any bean, so that nothing else has started that would have to be stopped again.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class LintInitializer implements ApplicationContextInitializer<ConfigurableApplicationContext> {

	@Override
	public void initialize(ConfigurableApplicationContext application) {
		ConfigurableEnvironment environment = application.getEnvironment();
		// Spring Cloud's bootstrap context does not yet know the application's settings.
		boolean bootstrap = environment.getPropertySources().contains("bootstrap");
		if (!bootstrap && LogManager.getContext(application.getClassLoader(), false) instanceof LoggerContext context) {
			Findings.of(context).start(settings(environment), Surroundings.isWebApplication(environment, context));
		}
	}

	static Lint settings(Environment environment) {
		return RingLogProperties.of(environment).lint();
	}

}
