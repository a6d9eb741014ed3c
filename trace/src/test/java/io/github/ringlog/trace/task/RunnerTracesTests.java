package io.github.ringlog.trace.task;

import java.util.ArrayList;
import java.util.List;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for the id of runners, also when one of them fails.
 */
class RunnerTracesTests {

	private static final List<String> seen = new ArrayList<>();

	@Test
	void theIdEndsWithTheRunners() {
		run(Working.class);
		assertThat(seen).singleElement().asString().matches("[0-9a-f]{32}");
		assertThat(MDC.get("traceId")).isNull();
		assertThat(new CurrentTraceId("traceId").get()).isNull();
	}

	@Test
	void theIdEndsWithARunnerThatFails() {
		assertThatIllegalStateException().isThrownBy(() -> run(Failing.class));
		assertThat(seen).singleElement().asString().matches("[0-9a-f]{32}");
		assertThat(MDC.get("traceId")).isNull();
	}

	private static void run(Class<?> configuration) {
		seen.clear();
		SpringApplication application = new SpringApplication(configuration);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.run().close();
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ TraceAutoConfiguration.class, TraceTaskAutoConfiguration.class })
	static class Working {

		@Bean
		CommandLineRunner runner() {
			return (arguments) -> seen.add(MDC.get("traceId"));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ TraceAutoConfiguration.class, TraceTaskAutoConfiguration.class })
	static class Failing {

		@Bean
		CommandLineRunner runner() {
			return (arguments) -> {
				seen.add(MDC.get("traceId"));
				throw new IllegalStateException("expected");
			};
		}

	}

}
