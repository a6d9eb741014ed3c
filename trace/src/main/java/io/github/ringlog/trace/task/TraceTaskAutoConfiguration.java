package io.github.ringlog.trace.task;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceAutoConfiguration;
import io.github.ringlog.trace.TraceIds;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.SchedulingConfigurer;

/**
 * Auto-configuration for trace ids of tasks: those of executors, scheduled ones and
 * runners.
 */
@AutoConfiguration(after = TraceAutoConfiguration.class)
@ConditionalOnBean(TraceAutoConfiguration.class)
@ImportRuntimeHints(ExecutorBeanPostProcessor.Hints.class)
public final class TraceTaskAutoConfiguration {

	/**
	 * Comes last, so that the scheduler is the one that the application has chosen.
	 */
	@Bean
	@Fallback
	@Order(Ordered.LOWEST_PRECEDENCE)
	SchedulingConfigurer ringLogSchedulingConfigurer(TraceIds ids, CurrentTraceId current) {
		return (registrar) -> {
			TaskScheduler scheduler = registrar.getScheduler();
			if (scheduler != null) {
				registrar.setTaskScheduler(new TraceTaskScheduler(scheduler, ids, current));
			}
		};
	}

	@Bean
	static ExecutorBeanPostProcessor ringLogExecutorPostProcessor(ObjectProvider<CurrentTraceId> current) {
		return new ExecutorBeanPostProcessor(current);
	}

	@Bean
	RunnerTraces ringLogRunnerTraces(ApplicationContext context, TraceIds ids, CurrentTraceId current) {
		return new RunnerTraces(context, ids, current);
	}

}
