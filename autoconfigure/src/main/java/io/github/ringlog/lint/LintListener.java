package io.github.ringlog.lint;

import io.github.ringlog.environment.RingLogProperties;
import io.github.ringlog.environment.RingLogProperties.Lint;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;

import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Lints the configuration as soon as Spring Boot has installed it, before there is an
 * application context, so that nothing else has started that would have to be stopped
 * again.
 */
class LintListener implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

	// LoggingApplicationListener has HIGHEST_PRECEDENCE + 20.
	private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 25;

	@Override
	public int getOrder() {
		return ORDER;
	}

	@Override
	public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
		ConfigurableEnvironment environment = event.getEnvironment();
		// Spring Cloud's bootstrap context does not yet know the application's settings.
		boolean bootstrap = environment.getPropertySources().contains("bootstrap");
		if (!bootstrap && LogManager.getContext(event.getSpringApplication().getClassLoader(),
				false) instanceof LoggerContext context) {
			Findings.of(context)
				.start(settings(environment), Surroundings.isWebApplication(environment,
						event.getSpringApplication().getWebApplicationType()));
		}
	}

	static Lint settings(Environment environment) {
		return RingLogProperties.of(environment).lint();
	}

}
