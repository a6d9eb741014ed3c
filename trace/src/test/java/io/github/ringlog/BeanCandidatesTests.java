package io.github.ringlog;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.github.ringlog.trace.TraceAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.tracing.Tracer;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mockito.Mockito;

import org.springframework.beans.BeansException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that an application with one bean of a type still injects that one: what Ringlog
 * publishes of the same type is no candidate beside it.
 */
class BeanCandidatesTests {

	// Spring Boot publishes some of each itself, so nobody can inject the only one.
	private static final Set<Class<?>> OF_SPRING_BOOT = Set.of(MeterBinder.class, WebServerFactoryCustomizer.class,
			HealthIndicator.class, ApplicationListener.class);

	static Stream<AbstractApplicationContextRunner<?, ?, ?>> applications() {
		WebApplicationContextRunner servlet = configured(new WebApplicationContextRunner());
		ReactiveWebApplicationContextRunner reactive = configured(new ReactiveWebApplicationContextRunner());
		return Stream.of(servlet, reactive, servlet.withBean(Tracer.class, () -> Tracer.NOOP),
				reactive.withBean(Tracer.class, () -> Tracer.NOOP));
	}

	private static <R extends AbstractApplicationContextRunner<R, ?, ?>> R configured(R runner) {
		ClassLoader loader = BeanCandidatesTests.class.getClassLoader();
		List<Class<?>> all = ImportCandidates.load(AutoConfiguration.class, loader)
			.getCandidates()
			.stream()
			.filter((name) -> name.startsWith(BeanCandidatesTests.class.getPackageName()))
			.<Class<?>>map((name) -> ClassUtils.resolveClassName(name, loader))
			.toList();
		assertThat(all).contains(TraceAutoConfiguration.class);
		return runner.withConfiguration(AutoConfigurations.of(all.toArray(Class<?>[]::new)))
			.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
			.withPropertyValues("ringlog.access-log.enabled=true", "ringlog.receipts.enabled=true",
					"management.endpoints.web.exposure.include=*");
	}

	@ParameterizedTest
	@MethodSource("applications")
	void aBeanOfTheUsersIsInjectedThoughOursIsOfTheSameType(AbstractApplicationContextRunner<?, ?, ?> application) {
		application.run((context) -> {
			ConfigurableListableBeanFactory beans = ((ConfigurableApplicationContext) context).getBeanFactory();
			SoftAssertions softly = new SoftAssertions();
			List<String> ours = Stream.of(beans.getBeanDefinitionNames())
				.filter((name) -> beans.getBeanDefinition(name).getFactoryMethodName() != null)
				.filter((name) -> String.valueOf(beans.getBeanDefinition(name).getFactoryBeanName())
					.contains("ringlog"))
				.toList();
			softly.assertThat(ours).isNotEmpty();
			ours.stream()
				.flatMap((name) -> typesOfOthers(beans.getType(name)))
				.distinct()
				.forEach((type) -> softly.assertThat(injectedBesideOurs(beans, type)).as(type.getName()).isTrue());
			softly.assertAll();
		});
	}

	private static Stream<Class<?>> typesOfOthers(Class<?> bean) {
		Stream<Class<?>> superclasses = Stream.iterate(bean, (type) -> type != null, Class::getSuperclass);
		return Stream.concat(superclasses, Stream.of(ClassUtils.getAllInterfacesForClass(bean)))
			.filter((type) -> !OF_SPRING_BOOT.contains(type) && !type.getName().startsWith("java."))
			.filter((type) -> !type.getName().startsWith(BeanCandidatesTests.class.getPackageName()))
			.filter((type) -> Stream
				.of("org.springframework.beans.", "org.springframework.core.Ordered",
						"org.springframework.core.PriorityOrdered")
				.noneMatch((prefix) -> type.getName().startsWith(prefix)));
	}

	private static <T> boolean injectedBesideOurs(ConfigurableListableBeanFactory beans, Class<T> type) {
		T own = Mockito.mock(type);
		beans.registerSingleton("ofTheUsers", own);
		try {
			return beans.getBeanProvider(type).getObject() == own;
		}
		catch (BeansException ex) {
			return false;
		}
		finally {
			((DefaultListableBeanFactory) beans).destroySingleton("ofTheUsers");
		}
	}

}
