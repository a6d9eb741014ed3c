package io.github.ringlog.trace.task;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceAutoConfiguration;
import io.github.ringlog.trace.TraceId;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.NameMatchMethodPointcut;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.annotation.ReflectiveRuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.task.ThreadPoolTaskExecutorBuilder;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.TaskExecutor;
import org.springframework.core.task.support.TaskExecutorAdapter;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.concurrent.ConcurrentTaskExecutor;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for executors and schedulers that are beans: their tasks have the id of their
 * caller.
 */
@SuppressWarnings("try") // A scope need not be looked at.
class ExecutorBeanPostProcessorTests {

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(TraceAutoConfiguration.class, TraceTaskAutoConfiguration.class,
				TaskExecutionAutoConfiguration.class, TaskSchedulingAutoConfiguration.class));

	@ParameterizedTest
	@ValueSource(strings = { "pool", "initialized", "simple", "virtual", "concurrent", "adapter", "scheduler",
			"simpleScheduler" })
	void tasksOfAnExecutorOfTheUsersHaveTheIdOfTheirCaller(String name) {
		this.application.withUserConfiguration(OwnExecutors.class)
			.run((context) -> assertThat(idsOf(context, context.getBean(name, Executor.class)))
				.isEqualTo(Map.of("task", "order-4711", "after", "none", "without", "none")));
	}

	@Test
	void asyncMethodsHaveTheIdOfTheirCaller() {
		this.application.withUserConfiguration(AsyncConfiguration.class).run((context) -> {
			AsyncService service = context.getBean(AsyncService.class);
			try (CurrentTraceId.Scope scope = open(context)) {
				assertThat(service.onThePool().join()).isEqualTo("workers-1 order-4711");
			}
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "applicationTaskExecutor", "taskScheduler" })
	void thoseOfSpringBootAreDecoratedAsBefore(String name) {
		this.application.withUserConfiguration(SchedulingConfiguration.class)
			.run((context) -> assertThat(idsOf(context, context.getBean(name, Executor.class))).containsEntry("task",
					"order-4711"));
		this.application.withUserConfiguration(SchedulingConfiguration.class)
			.withClassLoader(new FilteredClassLoader("io.micrometer.context"))
			.run((context) -> assertThat(idsOf(context, context.getBean(name, Executor.class))).containsEntry("task",
					"order-4711"));
	}

	@Test
	void oneThatABuilderOfSpringBootMakesNeedNotBeABean() {
		this.application.run((context) -> {
			ThreadPoolTaskExecutor executor = context.getBean(ThreadPoolTaskExecutorBuilder.class).build();
			executor.initialize();
			try {
				assertThat(idsOf(context, executor)).containsEntry("task", "order-4711");
			}
			finally {
				executor.shutdown();
			}
		});
	}

	@Test
	void aDecoratorOfTheUsersRunsWithinTheId() {
		ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
		executor.setTaskDecorator((task) -> () -> {
			String seen = MDC.get("traceId");
			MDC.clear();
			MDC.put("own", String.valueOf(seen));
			task.run();
			MDC.clear();
		});
		this.application.withBean("own", Executor.class, () -> executor).run((context) -> {
			CompletableFuture<String> seen = new CompletableFuture<>();
			try (CurrentTraceId.Scope scope = open(context)) {
				executor.execute(() -> seen.complete(MDC.get("own") + " " + MDC.get("traceId")));
			}
			assertThat(seen.join()).isEqualTo("order-4711 null");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "applicationTaskExecutor", "taskScheduler" })
	void thoseOfSpringBootHaveTheDecoratorsOfTheUserToo(String name) {
		this.application.withUserConfiguration(SchedulingConfiguration.class)
			.withBean("own", TaskDecorator.class, TenantDecorator::new)
			.withBean("another", TaskDecorator.class, () -> (task) -> task)
			.run((context) -> {
				assertThat(seenBy(context, context.getBean(name, Executor.class))).isEqualTo("acme order-4711");
				assertThat(idsOf(context, context.getBean(name, Executor.class))).containsEntry("after", "none");
			});
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void aProxiedOneKeepsTheDecoratorOfTheUser(boolean byHand) {
		ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
		executor.setTaskDecorator(new TenantDecorator());
		ApplicationContextRunner proxying = this.application.withUserConfiguration(ProxyConfiguration.class);
		if (byHand) {
			executor.initialize();
			ProxyFactory proxy = new ProxyFactory(executor);
			proxy.setProxyTargetClass(true);
			proxying = this.application.withBean("own", Executor.class, () -> (Executor) proxy.getProxy());
		}
		else {
			proxying = proxying.withBean("own", Executor.class, () -> executor);
		}
		proxying.run((context) -> {
			Executor proxy = context.getBean("own", Executor.class);
			assertThat(AopUtils.isCglibProxy(proxy)).isTrue();
			// Nobody can read what a proxy made by hand has, so it is left alone.
			assertThat(seenBy(context, proxy)).isEqualTo(byHand ? "acme null" : "acme order-4711");
		});
	}

	@ParameterizedTest
	@ValueSource(classes = { ThreadPoolTaskExecutor.class, ThreadPoolTaskScheduler.class, SimpleAsyncTaskExecutor.class,
			ConcurrentTaskExecutor.class, TaskExecutorAdapter.class })
	void aNativeImageMayReadTheDecorator(Class<?> executor) {
		RuntimeHints hints = new RuntimeHints();
		new ReflectiveRuntimeHintsRegistrar().registerRuntimeHints(hints, TraceTaskAutoConfiguration.class);
		Field field = ReflectionUtils.findField(executor, "taskDecorator");
		assertThat(RuntimeHintsPredicates.reflection().onFieldAccess(field)).accepts(hints);
	}

	private static CurrentTraceId.Scope open(ApplicationContext context) {
		return context.getBean(CurrentTraceId.class).open(TraceId.parse("X-Request-Id", "order-4711"));
	}

	/**
	 * Return the tenant and the id that a task sees.
	 */
	private static String seenBy(ApplicationContext context, Executor executor) {
		CompletableFuture<String> seen = new CompletableFuture<>();
		MDC.put("tenant", "acme");
		try (CurrentTraceId.Scope scope = open(context)) {
			executor.execute(() -> seen.complete(MDC.get("tenant") + " " + MDC.get("traceId")));
		}
		finally {
			MDC.remove("tenant");
		}
		return seen.join();
	}

	private static Map<String, String> idsOf(ApplicationContext context, Executor executor) {
		CompletableFuture<String> task = new CompletableFuture<>();
		try (CurrentTraceId.Scope scope = open(context)) {
			executor.execute(() -> task.complete(id()));
		}
		CompletableFuture<String> after = new CompletableFuture<>();
		String seen = task.join();
		executor.execute(() -> after.complete(id()));
		CompletableFuture<String> without = new CompletableFuture<>();
		executor.execute(() -> without.complete(String.valueOf(context.getBean(CurrentTraceId.class).get())));
		return Map.of("task", seen, "after", after.join(), "without", without.join().replace("null", "none"));
	}

	private static String id() {
		String id = MDC.get("traceId");
		return (id != null) ? id : "none";
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnExecutors {

		@Bean
		Executor pool() {
			return new ThreadPoolTaskExecutor();
		}

		@Bean
		TaskExecutor initialized() {
			ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor() {
			};
			executor.initialize();
			return executor;
		}

		@Bean
		Executor simple() {
			return new SimpleAsyncTaskExecutor();
		}

		@Bean
		Executor virtual() {
			SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor();
			if (Runtime.version().feature() > 20) {
				executor.setVirtualThreads(true);
			}
			return executor;
		}

		@Bean
		Executor concurrent() {
			return new ConcurrentTaskExecutor(Executors.newSingleThreadExecutor());
		}

		@Bean
		Executor adapter() {
			return new TaskExecutorAdapter(Executors.newSingleThreadExecutor());
		}

		@Bean
		ThreadPoolTaskScheduler scheduler() {
			return new ThreadPoolTaskScheduler();
		}

		@Bean
		SimpleAsyncTaskScheduler simpleScheduler() {
			return new SimpleAsyncTaskScheduler();
		}

	}

	private static final class TenantDecorator implements TaskDecorator {

		@Override
		public Runnable decorate(Runnable task) {
			String tenant = MDC.get("tenant");
			return () -> {
				MDC.put("tenant", String.valueOf(tenant));
				task.run();
				MDC.remove("tenant");
			};
		}

	}

	/**
	 * Any aspect does this to beans.
	 */
	@Configuration(proxyBeanMethods = false)
	static class ProxyConfiguration {

		@Bean
		static DefaultAdvisorAutoProxyCreator proxies() {
			DefaultAdvisorAutoProxyCreator creator = new DefaultAdvisorAutoProxyCreator();
			creator.setProxyTargetClass(true);
			return creator;
		}

		@Bean
		static DefaultPointcutAdvisor aspect() {
			NameMatchMethodPointcut submissions = new NameMatchMethodPointcut();
			submissions.addMethodName("execute");
			return new DefaultPointcutAdvisor(submissions, (MethodInterceptor) MethodInvocation::proceed);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	static class SchedulingConfiguration {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync
	static class AsyncConfiguration {

		@Bean
		Executor workers() {
			ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
			executor.setThreadNamePrefix("workers-");
			executor.initialize();
			return executor;
		}

		@Bean
		AsyncService asyncService() {
			return new AsyncService();
		}

	}

	static class AsyncService {

		@Async("workers")
		CompletableFuture<String> onThePool() {
			return CompletableFuture.completedFuture(Thread.currentThread().getName() + " " + id());
		}

	}

}
