package io.github.ringlog.trace.task;

import java.lang.reflect.Field;
import java.util.List;
import java.util.function.Consumer;

import io.github.ringlog.trace.CurrentTraceId;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.TaskExecutorAdapter;
import org.springframework.scheduling.concurrent.ConcurrentTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.util.ReflectionUtils;

/**
 * Makes tasks of Spring's executor and scheduler beans, and of their subclasses, run with
 * the caller's id. A decorator of the application stays and runs with the id.
 * <p>
 * Processes a bean before its initialization: the proxies created later have empty
 * fields.
 *
 * @param current binds an id to a thread
 */
record ExecutorBeanPostProcessor(ObjectProvider<CurrentTraceId> current) implements BeanPostProcessor {

	private static final List<Class<?>> EXECUTORS = List.of(ThreadPoolTaskExecutor.class, ThreadPoolTaskScheduler.class,
			SimpleAsyncTaskExecutor.class, TaskExecutorAdapter.class);

	@Override
	public Object postProcessBeforeInitialization(Object bean, String name) {
		if (AopUtils.isAopProxy(bean)) {
			return bean;
		}
		if (bean instanceof ConcurrentTaskExecutor executor) {
			// Its setter is final, and also decorates the wrapped executor.
			decorate(executor, ConcurrentTaskExecutor.class, executor::setTaskDecorator);
		}
		else {
			for (Class<?> type : EXECUTORS) {
				if (type.isInstance(bean)) {
					decorate(bean, type, null);
					break;
				}
			}
		}
		return bean;
	}

	/**
	 * Set a decorator around the application's. No executor exposes its decorator; if the
	 * field can't be read, the executor is left alone, so that its decorator is not lost.
	 * The field is set instead of the property, because a subclass may override the
	 * setter, and a mock would count the call.
	 */
	private void decorate(Object executor, Class<?> type, @Nullable Consumer<TaskDecorator> setter) {
		Field field = ReflectionUtils.findField(type, "taskDecorator", TaskDecorator.class);
		if (field == null || !field.trySetAccessible()) {
			return;
		}
		TaskDecorator own = (TaskDecorator) ReflectionUtils.getField(field, executor);
		CurrentTraceId ours = this.current.getObject();
		TaskDecorator both = (own != null) ? (task) -> ours.wrap(own.decorate(task)) : ours::wrap;
		if (setter != null) {
			setter.accept(both);
		}
		else {
			ReflectionUtils.setField(field, executor, both);
		}
	}

}
