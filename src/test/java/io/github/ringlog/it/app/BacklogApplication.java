package io.github.ringlog.it.app;

import java.util.concurrent.CountDownLatch;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Fills the ring faster than the appender empties it, says so, and waits to be ended.
 */
public final class BacklogApplication {

	private static final Logger logger = LoggerFactory.getLogger("backlog");

	private BacklogApplication() {
	}

	public static void main(String[] args) throws Exception {
		SpringApplication application = new SpringApplication(BacklogApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		ConfigurableApplicationContext context = application.run(args);
		int events = context.getEnvironment().getRequiredProperty("backlog.events", Integer.class);
		for (int i = 0; i < events; i++) {
			logger.info("event {}", i);
		}
		Report.print("logged", events);
		new CountDownLatch(1).await();
	}

}
