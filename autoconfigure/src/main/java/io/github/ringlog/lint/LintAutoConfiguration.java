package io.github.ringlog.lint;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration for the findings of the linter.
 */
@AutoConfiguration
public final class LintAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	@Nullable Findings ringlogFindings(ApplicationContext application) {
		if (!(LogManager.getContext(application.getClassLoader(), false) instanceof LoggerContext context)) {
			return null;
		}
		Findings findings = Findings.of(context);
		if (!findings.isEnabled()) {
			// Without a SpringApplication there was no initializer. If the linter is off,
			// it stays off.
			Environment environment = application.getEnvironment();
			findings.start(LintInitializer.settings(environment),
					LintEnvironment.isWebApplication(environment, context));
			findings.report();
		}
		return findings;
	}

}
