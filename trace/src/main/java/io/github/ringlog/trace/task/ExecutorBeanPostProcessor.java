package io.github.ringlog.trace.task;

import java.lang.reflect.Field;
import java.util.function.Consumer;

import io.github.ringlog.trace.CurrentTraceId;

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
 * the fields of a proxy are empty, and its setters are those of the executor.
 *
 * @param current binds an id to a thread
 */
record ExecutorBeanPostProcessor(ObjectProvider<CurrentTraceId> current) implements BeanPostProcessor {

	@Override
	public Object postProcessBeforeInitialization(Object bean, String name) {
		if (AopUtils.isAopProxy(bean)) {
			return bean;
		}
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
		return bean;
	}

	private void decorate(Object executor, Class<?> type, Consumer<TaskDecorator> setter) {
		// No executor exposes its decorator, and the application's must not get lost: one
		// that can't be read is left alone.
		Field field = ReflectionUtils.findField(type, "taskDecorator", TaskDecorator.class);
		if (field != null && field.trySetAccessible()) {
			TaskDecorator own = (TaskDecorator) ReflectionUtils.getField(field, executor);
			CurrentTraceId ours = this.current.getObject();
			setter.accept((own != null) ? (task) -> ours.wrap(own.decorate(task)) : ours::wrap);
		}
	}

}
