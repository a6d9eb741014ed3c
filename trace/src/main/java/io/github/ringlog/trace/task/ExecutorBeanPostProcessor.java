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
 * Gives the tasks of executors and schedulers that are beans the id of their caller:
 * those of Spring, and what extends them. A decorator of the application stays, and runs
 * with the id.
 * <p>
 * It looks at a bean before its initialization, when nobody has wrapped it in a proxy:
 * the fields of a proxy are empty.
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
			// Its setter is final, and sets that of the executor behind it, too.
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
	 * Set a decorator around that of the application. No executor exposes that, and it
	 * must not get lost: one that can't be read is left alone. The field is set and not
	 * the property, which a subclass may have made its own, and which a mock would count
	 * as a call.
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
