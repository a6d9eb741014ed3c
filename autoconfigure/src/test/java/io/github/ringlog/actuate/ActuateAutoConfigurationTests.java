package io.github.ringlog.actuate;

import org.junit.jupiter.api.Test;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the conditions of the endpoint and of the health indicator.
 */
class ActuateAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(EndpointAutoConfiguration.class,
				RingLogEndpointAutoConfiguration.class, RingLogHealthAutoConfiguration.class));

	private final ApplicationContextRunner exposing = this.runner
		.withPropertyValues("management.endpoints.jmx.exposure.include=ringlog", "spring.jmx.enabled=true");

	@Test
	void thereAreBoth() {
		this.exposing.run((context) -> {
			assertThat(context).hasSingleBean(RingLogEndpoint.class);
			assertThat(context).getBean("ringlogHealthIndicator").isInstanceOf(RingLogHealthIndicator.class);
		});
	}

	@Test
	void thereIsNoEndpointThatIsNotExposed() {
		this.runner.run((context) -> assertThat(context).doesNotHaveBean(RingLogEndpoint.class));
	}

	@Test
	void thereIsNoEndpointWithoutAccess() {
		this.exposing.withPropertyValues("management.endpoint.ringlog.access=NONE")
			.run((context) -> assertThat(context).doesNotHaveBean(RingLogEndpoint.class));
	}

	@Test
	void thereIsNoHealthIndicatorThatIsDisabled() {
		this.exposing.withPropertyValues("management.health.ringlog.enabled=false")
			.run((context) -> assertThat(context).hasSingleBean(RingLogEndpoint.class)
				.doesNotHaveBean(RingLogHealthIndicator.class));
	}

	@Test
	void needsNoActuator() {
		this.runner.withClassLoader(new FilteredClassLoader(Endpoint.class, HealthIndicator.class))
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(RingLogEndpoint.class)
				.doesNotHaveBean(RingLogHealthIndicator.class));
	}

	@Test
	void needsNoHealthOfSpringBoot() {
		this.exposing.withClassLoader(new FilteredClassLoader(HealthIndicator.class))
			.run((context) -> assertThat(context).hasSingleBean(RingLogEndpoint.class)
				.doesNotHaveBean(RingLogHealthIndicator.class));
	}

	@Test
	void backsOffForAHealthIndicatorOfTheUser() {
		this.exposing.withBean("ringlogHealthIndicator", HealthIndicator.class, () -> () -> Health.unknown().build())
			.run((context) -> assertThat(context).doesNotHaveBean(RingLogHealthIndicator.class));
	}

	@Test
	void thereIsAnEndpointWithoutARing() {
		// No Spring application has brought settings to the loggers of this JVM.
		this.exposing.run((context) -> {
			RingLogDescriptor state = context.getBean(RingLogEndpoint.class).state();
			assertThat(state.contextSelector()).isEqualTo("io.github.ringlog.logger.RingLogContextSelector");
			assertThat(state.settings()).containsKeys("ringlog.enabled", "ringlog.trace.request-headers");
		});
	}

}
