package io.github.ringlog.carrier.app;

import java.util.concurrent.TimeUnit;

import io.github.resilience4j.bulkhead.ThreadPoolBulkhead;
import io.github.resilience4j.bulkhead.ThreadPoolBulkheadConfig;
import io.github.resilience4j.core.ContextAwareScheduledThreadPoolExecutor;
import io.github.ringlog.trace.resilience4j.TraceContextPropagator;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Thread pools of Resilience4j.
 */
@Configuration(proxyBeanMethods = false)
class ThreadCarriers {

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
		return (id) -> threadPool.executeRunnable(() -> Lines.received("bulkhead", id)).toCompletableFuture().get();
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
		return (id) -> scheduledPool.schedule(() -> Lines.received("scheduledExecutor", id), 1, TimeUnit.MILLISECONDS)
			.get();
	}

}
