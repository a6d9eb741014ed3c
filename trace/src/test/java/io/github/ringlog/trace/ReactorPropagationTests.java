package io.github.ringlog.trace;

import io.micrometer.tracing.Tracer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Hooks;

import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for Reactor's automatic context propagation, which brings the id to operators: on
 * where tracing is ours, and nowhere else.
 */
class ReactorPropagationTests {

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(TraceAutoConfiguration.class));

	@BeforeEach
	@AfterEach
	void disable() {
		Hooks.disableAutomaticContextPropagation();
	}

	@Test
	void isOnWhereTracingIsOurs() {
		assertThatItIsOn(this.application, true);
		assertThatItIsOn(this.application.withInitializer(
				(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor())),
				true);
	}

	@Test
	void isLeftAsItIsWhereTracingIsNotOurs() {
		assertThatItIsOn(this.application.withBean(Tracer.class, () -> Tracer.NOOP), false);
		assertThatItIsOn(this.application.withPropertyValues("ringlog.trace.enabled=false"), false);
	}

	@Test
	void staysOnWhenAChildContextEnds() {
		this.application.run((parent) -> {
			this.application.withParent(parent).run((child) -> assertThat(child).hasNotFailed());
			assertThat(Hooks.isAutomaticContextPropagationEnabled()).isTrue();
		});
	}

	@Test
	void isTheUsersToSet() {
		assertThatItIsOn(this.application.withPropertyValues("spring.reactor.context-propagation=limited"), false);
	}

	@Test
	void isNotForAnApplicationWithoutReactor() {
		assertThatItIsOn(this.application.withClassLoader(new FilteredClassLoader("reactor")), false);
		assertThatItIsOn(this.application.withClassLoader(new FilteredClassLoader("io.micrometer.context")), false);
	}

	private static void assertThatItIsOn(ApplicationContextRunner application, boolean on) {
		Hooks.disableAutomaticContextPropagation();
		application.run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(Hooks.isAutomaticContextPropagationEnabled()).isEqualTo(on);
		});
	}

}
