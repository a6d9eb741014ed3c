package io.github.ringlog.trace.task;

import java.lang.reflect.Field;
import java.util.function.Consumer;

import io.github.ringlog.trace.CurrentTraceId;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.task.SimpleAsyncTaskExecutorBuilder;
import org.springframework.boot.task.SimpleAsyncTaskSchedulerBuilder;
import org.springframework.boot.task.ThreadPoolTaskExecutorBuilder;
import org.springframework.boot.task.ThreadPoolTaskSchedulerBuilder;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.TaskExecutorAdapter;
import org.springframework.scheduling.concurrent.ConcurrentTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.util.ReflectionUtils;

/**
 * Gives the tasks of executors and schedulers the id of their caller: of beans that are
 * Spring's or extend Spring's, and of those that a builder of Spring Boot makes. A
 * decorator of the application stays, and runs with the id.
 *
 * @param current binds an id to a thread
 */
record ExecutorBeanPostProcessor(ObjectProvider<CurrentTraceId> current) implements BeanPostProcessor {

	@Override
	public Object postProcessAfterInitialization(Object bean, String name) {
		if (bean instanceof ThreadPoolTaskExecutorBuilder builder) {
			return builder.additionalCustomizers(this::decorate);
		}
		if (bean instanceof SimpleAsyncTaskExecutorBuilder builder) {
			return builder.additionalCustomizers(this::decorate);
		}
		if (bean instanceof ThreadPoolTaskSchedulerBuilder builder) {
			return builder.additionalCustomizers(this::decorate);
		}
		if (bean instanceof SimpleAsyncTaskSchedulerBuilder builder) {
			return builder.additionalCustomizers(this::decorate);
		}
		decorate(bean);
		return bean;
	}

	private void decorate(Object bean) {
		if (bean instanceof ThreadPoolTaskExecutor executor) {
			decorate(executor, ThreadPoolTaskExecutor.class, executor::setTaskDecorator);
		}
		else if (bean instanceof ThreadPoolTaskScheduler scheduler) {
			decorate(scheduler, ThreadPoolTaskScheduler.class, scheduler::setTaskDecorator);
		}
		else if (bean instanceof SimpleAsyncTaskExecutor executor) {
			decorate(executor, SimpleAsyncTaskExecutor.class, executor::setTaskDecorator);
		}
		else if (bean instanceof ConcurrentTaskExecutor executor) {
			decorate(executor, ConcurrentTaskExecutor.class, executor::setTaskDecorator);
		}
		else if (bean instanceof TaskExecutorAdapter executor) {
			decorate(executor, TaskExecutorAdapter.class, executor::setTaskDecorator);
		}
	}

	private void decorate(Object executor, Class<?> type, Consumer<TaskDecorator> setter) {
		// No executor exposes its decorator, and the application's must not get lost.
		Field field = ReflectionUtils.findField(type, "taskDecorator", TaskDecorator.class);
		if (field == null) {
			return;
		}
		ReflectionUtils.makeAccessible(field);
		TaskDecorator own = (TaskDecorator) ReflectionUtils.getField(field, executor);
		if (!(own instanceof TraceTaskDecorator)) {
			setter.accept(new TraceTaskDecorator(this.current.getObject(), own));
		}
	}

	private record TraceTaskDecorator(CurrentTraceId current, @Nullable TaskDecorator own) implements TaskDecorator {

		@Override
		public Runnable decorate(Runnable task) {
			return this.current.wrap((this.own != null) ? this.own.decorate(task) : task);
		}

	}

}
