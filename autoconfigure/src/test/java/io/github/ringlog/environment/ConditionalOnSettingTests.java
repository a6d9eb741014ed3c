package io.github.ringlog.environment;

import java.util.Map;

import org.junit.jupiter.api.Test;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ConditionalOnSetting}.
 */
class ConditionalOnSettingTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withUserConfiguration(WithTrace.class);

	@Test
	void matchesADefaultThatIsTrue() {
		this.runner.run((context) -> assertThat(context).hasBean("trace").doesNotHaveBean("capture"));
	}

	@Test
	void matchesWhatIsSet() {
		this.runner.withPropertyValues("ringlog.trace.enabled=false", "ringlog.location.capture=true")
			.run((context) -> assertThat(context).hasBean("capture").doesNotHaveBean("trace"));
	}

	@Test
	void doesNotMatchWhatCameAfterLoggingHadStarted() {
		this.runner.withInitializer((context) -> {
			RingLogSettings.bind(context.getEnvironment());
			context.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("late",
						Map.of("ringlog.trace.enabled", "false", "ringlog.location.capture", "true")));
		}).run((context) -> assertThat(context).hasBean("trace").doesNotHaveBean("capture"));
	}

	@Test
	void rejectsABadValueWhereNoApplicationHasBoundTheSettings() {
		this.runner.withPropertyValues("ringlog.buffer.size=1000")
			.run((context) -> assertThat(context).getFailure()
				.hasRootCauseInstanceOf(InvalidConfigurationPropertyValueException.class));
	}

	@Configuration(proxyBeanMethods = false)
	static class WithTrace {

		@Bean
		@ConditionalOnSetting("ringlog.trace.enabled")
		String trace() {
			return "trace";
		}

		@Bean
		@ConditionalOnSetting("ringlog.location.capture")
		String capture() {
			return "capture";
		}

	}

}
