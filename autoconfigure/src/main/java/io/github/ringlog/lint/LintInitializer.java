package io.github.ringlog.lint;

import io.github.ringlog.environment.RinglogProperties;
import io.github.ringlog.environment.RinglogProperties.Lint;
import io.github.ringlog.environment.RinglogProperties.LintMode;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;

import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Checks the Log4j configuration before the application context has any bean, so that a
 * failing start has nothing else to stop. Findings that don't fail the start are reported
 * once the application has started.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class LintInitializer implements ApplicationContextInitializer<ConfigurableApplicationContext> {

	@Override
	public void initialize(ConfigurableApplicationContext application) {
		ConfigurableEnvironment environment = application.getEnvironment();
		// Spring Cloud's bootstrap context does not yet know the application's settings.
		boolean bootstrap = environment.getPropertySources().contains("bootstrap");
		if (!bootstrap && LogManager.getContext(application.getClassLoader(), false) instanceof LoggerContext context) {
			Findings findings = Findings.of(context);
			Lint settings = settings(environment);
			findings.start(settings, LintEnvironment.isWebApplication(environment, context));
			if (settings.mode() == LintMode.WARN) {
				application.addApplicationListener(new LateLinter(findings, application));
			}
		}
	}

	static Lint settings(Environment environment) {
		return RinglogProperties.of(environment).lint();
	}

}
