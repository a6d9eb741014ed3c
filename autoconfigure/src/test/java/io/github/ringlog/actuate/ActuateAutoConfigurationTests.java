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
				RinglogEndpointAutoConfiguration.class, RinglogHealthAutoConfiguration.class));

	private final ApplicationContextRunner exposing = this.runner
		.withPropertyValues("management.endpoints.jmx.exposure.include=ringlog", "spring.jmx.enabled=true");

	@Test
	void thereAreBoth() {
		this.exposing.run((context) -> {
			assertThat(context).hasSingleBean(RinglogEndpoint.class);
			assertThat(context).getBean("ringlogHealthIndicator").isInstanceOf(RinglogHealthIndicator.class);
		});
	}

	@Test
	void thereIsNoEndpointThatIsNotExposed() {
		this.runner.run((context) -> assertThat(context).doesNotHaveBean(RinglogEndpoint.class));
	}

	@Test
	void thereIsNoEndpointWithoutAccess() {
		this.exposing.withPropertyValues("management.endpoint.ringlog.access=NONE")
			.run((context) -> assertThat(context).doesNotHaveBean(RinglogEndpoint.class));
	}

	@Test
	void thereIsNoHealthIndicatorThatIsDisabled() {
		this.exposing.withPropertyValues("management.health.ringlog.enabled=false")
			.run((context) -> assertThat(context).hasSingleBean(RinglogEndpoint.class)
				.doesNotHaveBean(RinglogHealthIndicator.class));
	}

	@Test
	void needsNoActuator() {
		this.runner.withClassLoader(new FilteredClassLoader(Endpoint.class, HealthIndicator.class))
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(RinglogEndpoint.class)
				.doesNotHaveBean(RinglogHealthIndicator.class));
	}

	@Test
	void needsNoHealthOfSpringBoot() {
		this.exposing.withClassLoader(new FilteredClassLoader(HealthIndicator.class))
			.run((context) -> assertThat(context).hasSingleBean(RinglogEndpoint.class)
				.doesNotHaveBean(RinglogHealthIndicator.class));
	}

	@Test
	void backsOffForAHealthIndicatorOfTheUser() {
		this.exposing.withBean("ringlogHealthIndicator", HealthIndicator.class, () -> () -> Health.unknown().build())
			.run((context) -> assertThat(context).doesNotHaveBean(RinglogHealthIndicator.class));
	}

	@Test
	void thereIsAnEndpointWithoutARing() {
		// No Spring application has brought settings to the loggers of this JVM.
		this.exposing.run((context) -> {
			RinglogDescriptor state = context.getBean(RinglogEndpoint.class).state();
			assertThat(state.contextSelector()).isEqualTo("io.github.ringlog.logger.RinglogContextSelector");
			assertThat(state.settings()).containsKeys("ringlog.enabled", "ringlog.trace.request-headers");
		});
	}

}
