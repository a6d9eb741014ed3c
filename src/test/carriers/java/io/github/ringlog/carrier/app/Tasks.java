package io.github.ringlog.carrier.app;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * Work that no request asks for.
 */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class Tasks {

	@Bean
	TaskScheduler taskScheduler() {
		return scheduler("first-");
	}

	@Bean
	TaskScheduler otherScheduler() {
		return scheduler("other-");
	}

	private static TaskScheduler scheduler(String prefix) {
		ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
		scheduler.setThreadNamePrefix(prefix);
		return scheduler;
	}

	@Scheduled(fixedDelay = 100)
	private void scheduled() {
		Lines.log("scheduled", Thread.currentThread().getName());
	}

	@Scheduled(fixedRate = 100, scheduler = "otherScheduler")
	void scheduledElsewhere() {
		Lines.log("elsewhere", Thread.currentThread().getName());
	}

}
