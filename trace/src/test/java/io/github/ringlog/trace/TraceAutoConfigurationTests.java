package io.github.ringlog.trace;

import java.util.List;
import java.util.concurrent.Executor;

import io.github.ringlog.trace.client.TraceClientAutoConfiguration;
import io.github.ringlog.trace.client.TraceGatewayAutoConfiguration;
import io.github.ringlog.trace.kafka.TraceKafkaAutoConfiguration;
import io.github.ringlog.trace.reactive.TraceHttpHandlerDecorator;
import io.github.ringlog.trace.reactive.TraceReactiveAutoConfiguration;
import io.github.ringlog.trace.servlet.TraceFilter;
import io.github.ringlog.trace.servlet.TraceServletAutoConfiguration;
import io.github.ringlog.trace.task.TraceTaskAutoConfiguration;
import io.micrometer.tracing.Tracer;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.restclient.RestTemplateCustomizer;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.cloud.gateway.server.mvc.filter.HttpHeadersFilter.RequestHttpHeadersFilter;
import org.springframework.cloud.gateway.server.mvc.filter.HttpHeadersFilter.ResponseHttpHeadersFilter;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.web.server.WebFilter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the conditions of trace ids, and of their parts.
 */
class TraceAutoConfigurationTests {

	private static final AutoConfigurations ALL = AutoConfigurations.of(TaskExecutionAutoConfiguration.class,
			TraceAutoConfiguration.class, TraceClientAutoConfiguration.class, TraceGatewayAutoConfiguration.class,
			TraceReactiveAutoConfiguration.class, TraceServletAutoConfiguration.class, TraceTaskAutoConfiguration.class,
			TraceKafkaAutoConfiguration.class);

	private final WebApplicationContextRunner servlet = new WebApplicationContextRunner().withConfiguration(ALL);

	private final ReactiveWebApplicationContextRunner reactive = new ReactiveWebApplicationContextRunner()
		.withConfiguration(ALL);

	@Test
	void givesServletRequestsAnIdAndSendsItOn() {
		this.servlet.run((context) -> assertThat(context).hasNotFailed()
			.hasSingleBean(TraceIds.class)
			.hasSingleBean(CurrentTraceId.class)
			.hasSingleBean(FilterRegistrationBean.class)
			.hasSingleBean(RestClientCustomizer.class)
			.hasSingleBean(RestTemplateCustomizer.class)
			.hasSingleBean(WebClientCustomizer.class)
			.hasSingleBean(RequestHttpHeadersFilter.class)
			.hasSingleBean(ResponseHttpHeadersFilter.class)
			.hasSingleBean(TraceMetrics.class)
			.doesNotHaveBean(TraceHttpHandlerDecorator.class));
	}

	@Test
	void givesReactiveRequestsAnIdAndSendsItOn() {
		this.reactive.run((context) -> {
			assertThat(context).hasNotFailed()
				.hasSingleBean(TraceHttpHandlerDecorator.class)
				.hasSingleBean(WebClientCustomizer.class)
				.doesNotHaveBean(FilterRegistrationBean.class);
			assertThat(context.getBeansOfType(HttpHeadersFilter.class)).hasSize(2);
		});
	}

	@Test
	void isForApplicationsWithoutAServerToo() {
		new ApplicationContextRunner().withConfiguration(ALL)
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(TraceIds.class)
				.hasSingleBean(RestClientCustomizer.class)
				.hasSingleBean(SchedulingConfigurer.class)
				.doesNotHaveBean(FilterRegistrationBean.class)
				.doesNotHaveBean(TraceHttpHandlerDecorator.class));
	}

	@Test
	void isNotThereWhenDisabled() {
		this.servlet.withPropertyValues("ringlog.trace.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(TraceIds.class)
				.doesNotHaveBean(FilterRegistrationBean.class)
				.doesNotHaveBean(RestClientCustomizer.class)
				.doesNotHaveBean(ResponseHttpHeadersFilter.class)
				.satisfies(TraceAutoConfigurationTests::hasNoCarrier));
	}

	@Test
	void standsBackForATracerAndStillEchoesItsId() {
		this.servlet.withBean(Tracer.class, () -> Tracer.NOOP)
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(TraceIds.class)
				.doesNotHaveBean(RestClientCustomizer.class)
				.doesNotHaveBean(TraceMetrics.class)
				.hasBean("ringlogTracerEchoFilter")
				.hasSingleBean(ResponseHttpHeadersFilter.class)
				.satisfies(TraceAutoConfigurationTests::hasNoCarrier));
		this.reactive.withBean(Tracer.class, () -> Tracer.NOOP)
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(TraceHttpHandlerDecorator.class)
				.hasSingleBean(WebFilter.class));
	}

	private static void hasNoCarrier(ApplicationContext context) {
		assertThat(context.getBeanDefinitionNames()).noneMatch((name) -> name.startsWith("ringlogFeign")
				|| name.startsWith("ringlogKafka") || name.startsWith("ringlogScheduling")
				|| name.endsWith("PostProcessor") && name.startsWith("ringlog"));
	}

	@ParameterizedTest
	@CsvSource({ "io.opentelemetry.javaagent.OpenTelemetryAgent, otel.sdk.disabled=true",
			"io.opentelemetry.instrumentation.spring.autoconfigure.OpenTelemetryAutoConfiguration, otel.sdk.disabled=true",
			"co.elastic.apm.agent.premain.AgentMain, elastic.apm.enabled=false",
			"com.newrelic.bootstrap.BootstrapAgent, newrelic.config.agent_enabled=false",
			"datadog.trace.bootstrap.AgentBootstrap, dd.trace.enabled=false" })
	void standsBackForAnotherTracerThatIsNotDisabled(String type, String disabled) {
		ClassLoader loader = loaderWith(type);
		this.servlet.withClassLoader(loader)
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(TraceIds.class)
				.doesNotHaveBean(FilterRegistrationBean.class)
				.doesNotHaveBean(RestClientCustomizer.class)
				.doesNotHaveBean(RequestHttpHeadersFilter.class)
				.doesNotHaveBean(ResponseHttpHeadersFilter.class));
		this.reactive.withClassLoader(loader)
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(TraceHttpHandlerDecorator.class)
				.doesNotHaveBean(WebFilter.class)
				.doesNotHaveBean(HttpHeadersFilter.class));
		this.servlet.withClassLoader(loader)
			.withPropertyValues(disabled)
			.run((context) -> assertThat(context).hasSingleBean(TraceIds.class));
	}

	@Test
	void standsBackForOpenTelemetrysStarterUnlessItsDeclarativeConfigurationDisablesIt() {
		WebApplicationContextRunner declarative = this.servlet
			.withClassLoader(
					loaderWith("io.opentelemetry.instrumentation.spring.autoconfigure.OpenTelemetryAutoConfiguration"))
			.withPropertyValues("otel.file_format=1.0");
		declarative.withPropertyValues("otel.disabled=true")
			.run((context) -> assertThat(context).hasSingleBean(TraceIds.class));
		declarative.withPropertyValues("otel.sdk.disabled=true")
			.run((context) -> assertThat(context).doesNotHaveBean(TraceIds.class));
	}

	private static ClassLoader loaderWith(String type) {
		return new ByteBuddy().subclass(Object.class)
			.name(type)
			.make()
			.load(TraceAutoConfigurationTests.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
			.getLoaded()
			.getClassLoader();
	}

	@Test
	void beansOfTheUserBesideATracerDoNotBreakTheStart() {
		this.servlet.withBean(Tracer.class, () -> Tracer.NOOP)
			.withBean(TraceIds.class, TraceIds::withDefaults)
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(CurrentTraceId.class)
				.doesNotHaveBean(RestClientCustomizer.class));
		this.reactive.withBean(Tracer.class, () -> Tracer.NOOP)
			.withBean(TraceIds.class, TraceIds::withDefaults)
			.withBean(CurrentTraceId.class, () -> new CurrentTraceId("traceId"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(TraceHttpHandlerDecorator.class));
	}

	@Test
	void namesOfBeansBeginWithThatOfTheProject() {
		for (AbstractApplicationContextRunner<?, ?, ?> runner : List.of(this.servlet, this.reactive,
				this.servlet.withBean(Tracer.class, () -> Tracer.NOOP),
				this.reactive.withBean(Tracer.class, () -> Tracer.NOOP))) {
			runner.run((context) -> {
				ConfigurableListableBeanFactory beans = ((ConfigurableApplicationContext) context).getBeanFactory();
				assertThat(beans.getBeanDefinitionNames())
					.filteredOn(
							(name) -> String.valueOf(beans.getBeanDefinition(name).getFactoryMethodName()).length() > 4)
					.filteredOn((name) -> String.valueOf(beans.getBeanDefinition(name).getFactoryBeanName())
						.contains("ringlog"))
					.isNotEmpty()
					.allMatch((name) -> name.startsWith("ringlog"));
			});
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "io.micrometer.core", "io.micrometer.context", "io.micrometer.tracing", "io.micrometer",
			"org.springframework.boot.restclient", "org.springframework.boot.webclient", "org.springframework.cloud",
			"org.springframework.web.reactive", "org.springframework.boot.tomcat", "org.springframework.boot.jetty",
			"org.apache.catalina", "org.eclipse.jetty", "reactor", "feign", "org.apache.kafka",
			"org.springframework.kafka", "org.springframework.messaging" })
	void doesWithoutWhatAServletApplicationLacks(String missing) {
		this.servlet.withClassLoader(new FilteredClassLoader(missing))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(TraceIds.class)
				.hasSingleBean(FilterRegistrationBean.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "io.micrometer.core", "io.micrometer.context", "io.micrometer.tracing", "io.micrometer",
			"org.springframework.boot.restclient", "org.springframework.boot.webclient", "org.springframework.cloud",
			"jakarta.servlet", "org.springframework.web.servlet" })
	void doesWithoutWhatAReactiveApplicationLacks(String missing) {
		this.reactive.withClassLoader(new FilteredClassLoader(missing))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(TraceIds.class)
				.hasSingleBean(TraceHttpHandlerDecorator.class));
	}

	@Test
	void theOrderOfTheFilterIsTheUsersToChange() {
		this.servlet.run((context) -> assertThat(context.getBean(FilterRegistrationBean.class).getOrder())
			.isEqualTo(TraceFilter.ORDER));
		this.servlet.withUserConfiguration(OwnOrder.class)
			.run((context) -> assertThat(context).getBean(FilterRegistrationBean.class)
				.isSameAs(context.getBean("ownFilter")));
	}

	@Test
	@SuppressWarnings("try") // A scope need not be looked at.
	void aChildContextHasItsOwnSettings() {
		try (ConfigurableApplicationContext parent = application().run();
				ConfigurableApplicationContext child = application().parent(parent)
					.run("--ringlog.trace.trust-incoming=false", "--ringlog.trace.mdc-key=rid")) {
			assertThat(idOfARequest(parent)).hasToString("order-4711");
			TraceId id = idOfARequest(child);
			assertThat(id.value()).isNotEqualTo("order-4711");
			try (CurrentTraceId.Scope scope = child.getBean(CurrentTraceId.class).open(id)) {
				assertThat(MDC.get("rid")).isEqualTo(id.value());
				assertThat(MDC.get("traceId")).isNull();
			}
		}
	}

	@Test
	void aServerOfAChildContextHasItsOwnFilter() {
		this.servlet.run((parent) -> this.servlet.withParent(parent)
			.run((child) -> assertThat(child.containsLocalBean("ringlogTraceFilter")).isTrue()));
		this.reactive.run((parent) -> this.reactive.withParent(parent)
			.run((child) -> assertThat(child.containsLocalBean("ringlogHttpHandlerDecorator")).isTrue()));
	}

	/**
	 * Micrometer traces the child, and sends its own ids on.
	 */
	@Test
	void aChildWithATracerHasNoCarriersOfItsParentsIds() {
		this.servlet.run((parent) -> this.servlet.withParent(parent)
			.withBean(Tracer.class, () -> Tracer.NOOP)
			.run((child) -> assertThat(child.getBeanDefinitionNames()).doesNotContain("ringlogTraceFilter",
					"ringlogTomcatCustomizer", "ringlogRestClientCustomizer", "ringlogWebClientCustomizer")));
		this.reactive.run((parent) -> this.reactive.withParent(parent)
			.withBean(Tracer.class, () -> Tracer.NOOP)
			.run((child) -> assertThat(child.getBeanDefinitionNames()).doesNotContain("ringlogHttpHandlerDecorator",
					"ringlogWebClientCustomizer")));
	}

	private static SpringApplicationBuilder application() {
		return new SpringApplicationBuilder(Parts.class).web(WebApplicationType.NONE);
	}

	private static TraceId idOfARequest(ApplicationContext context) {
		return context.getBean(TraceIds.class)
			.extract("order-4711", (request, name) -> name.equals("X-Request-Id") ? request : null);
	}

	@Test
	void anApplicationInjectsItsDecorator() {
		this.servlet.withBean("own", TaskDecorator.class, () -> (task) -> task)
			.withUserConfiguration(OwnWorkers.class)
			.run((context) -> assertThat(context).hasNotFailed()
				.getBean("workers")
				.isInstanceOf(ThreadPoolTaskExecutor.class));
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ TraceAutoConfiguration.class, TraceTaskAutoConfiguration.class })
	static class Parts {

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnWorkers {

		@Bean
		Executor workers(TaskDecorator decorator) {
			ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
			executor.setTaskDecorator(decorator);
			return executor;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnOrder {

		@Bean
		FilterRegistrationBean<TraceFilter> ownFilter(TraceIds ids, CurrentTraceId current) {
			FilterRegistrationBean<TraceFilter> registration = new FilterRegistrationBean<>(
					new TraceFilter(ids, current, "X-Trace-Id"));
			registration.setOrder(7);
			return registration;
		}

	}

}
