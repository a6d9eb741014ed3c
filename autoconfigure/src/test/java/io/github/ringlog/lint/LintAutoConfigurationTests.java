package io.github.ringlog.lint;

import org.apache.logging.log4j.core.LoggerContext;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

class LintAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LintAutoConfiguration.class));

	@Test
	void hasTheFindingsOfTheLoggerContext() {
		this.runner.run((context) -> assertThat(context).hasSingleBean(Findings.class));
	}

	@Test
	void needsNeitherMicrometerNorTheActuator() {
		this.runner.withClassLoader(new FilteredClassLoader("io.micrometer", "org.springframework.boot.actuate"))
			.run((context) -> assertThat(context).hasSingleBean(Findings.class));
	}

	@Test
	void backsOffWhenThereIsOneAlready() {
		this.runner.withUserConfiguration(OwnFindings.class)
			.run((context) -> assertThat(context).hasSingleBean(Findings.class).hasBean("ownFindings"));
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnFindings {

		@Bean
		Findings ownFindings() {
			return Findings.of(new LoggerContext("own"));
		}

	}

}
