package io.github.ringlog.carrier.app;

import java.util.concurrent.TimeUnit;

import io.github.resilience4j.bulkhead.ThreadPoolBulkhead;
import io.github.resilience4j.bulkhead.ThreadPoolBulkheadConfig;
import io.github.resilience4j.core.ContextAwareScheduledThreadPoolExecutor;
import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.resilience4j.TraceContextPropagator;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Thread pools of Resilience4j.
 */
@Configuration(proxyBeanMethods = false)
class ThreadCarriers {

	private final CurrentTraceId current;

	ThreadCarriers(CurrentTraceId current) {
		this.current = current;
	}

	@Bean
	ThreadPoolBulkhead threadPool() {
		return ThreadPoolBulkhead.of("carrier",
				ThreadPoolBulkheadConfig.custom()
					.coreThreadPoolSize(4)
					.maxThreadPoolSize(4)
					.queueCapacity(1000)
					.contextPropagator(new TraceContextPropagator())
					.build());
	}

	@Bean
	Carrier bulkhead(ThreadPoolBulkhead threadPool) {
		return (id) -> threadPool.executeRunnable(() -> received("bulkhead")).toCompletableFuture().get();
	}

	@Bean(destroyMethod = "shutdownNow")
	ContextAwareScheduledThreadPoolExecutor scheduledPool() {
		return ContextAwareScheduledThreadPoolExecutor.newScheduledThreadPool()
			.corePoolSize(4)
			.contextPropagators(new TraceContextPropagator())
			.build();
	}

	@Bean
	Carrier scheduledExecutor(ContextAwareScheduledThreadPoolExecutor scheduledPool) {
		return (id) -> scheduledPool.schedule(() -> received("scheduledExecutor"), 1, TimeUnit.MILLISECONDS).get();
	}

	/**
	 * Log the id of the thread: Resilience4j's scheduled pool has a copy of the MDC
	 * anyway.
	 */
	private void received(String carrier) {
		Lines.received(carrier, String.valueOf(this.current.get()));
	}

}
