package io.github.ringlog.trace.task;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceAutoConfiguration;
import io.github.ringlog.trace.TraceIds;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.annotation.RegisterReflection;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Fallback;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.TaskExecutorAdapter;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.concurrent.ConcurrentTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * Auto-configuration for trace ids of tasks in executors and of scheduled tasks.
 */
@AutoConfiguration(after = TraceAutoConfiguration.class)
@ConditionalOnBean(value = TraceAutoConfiguration.class, search = SearchStrategy.CURRENT)
@RegisterReflection(
		classes = { ThreadPoolTaskExecutor.class, ThreadPoolTaskScheduler.class, SimpleAsyncTaskExecutor.class,
				ConcurrentTaskExecutor.class, TaskExecutorAdapter.class },
		memberCategories = MemberCategory.ACCESS_DECLARED_FIELDS)
public final class TraceTaskAutoConfiguration {

	/**
	 * Runs last, when the application has chosen its scheduler.
	 */
	@Bean
	@Fallback
	@Order(Ordered.LOWEST_PRECEDENCE)
	SchedulingConfigurer ringlogSchedulingConfigurer(TraceIds ids, CurrentTraceId current) {
		return (registrar) -> {
			TaskScheduler scheduler = registrar.getScheduler();
			if (scheduler != null) {
				registrar.setTaskScheduler(new TraceTaskScheduler(scheduler, ids, current));
			}
		};
	}

	/**
	 * Ordered last, so that the application's decorators, with which Spring Boot composes
	 * it, run with the id.
	 */
	@Bean
	@Fallback
	@Order(Ordered.LOWEST_PRECEDENCE)
	TaskDecorator ringlogTaskDecorator(CurrentTraceId current) {
		return current::wrap;
	}

	@Bean
	static ExecutorBeanPostProcessor ringlogExecutorPostProcessor(ObjectProvider<CurrentTraceId> current) {
		return new ExecutorBeanPostProcessor(current);
	}

}
