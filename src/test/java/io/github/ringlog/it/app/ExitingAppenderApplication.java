package io.github.ringlog.it.app;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

/**
 * Logs 100 events to an appender that ends the JVM.
 */
public final class ExitingAppenderApplication {

	private static final Logger logger = LoggerFactory.getLogger("exiting");

	private ExitingAppenderApplication() {
	}

	public static void main(String[] args) throws InterruptedException {
		SpringApplication application = new SpringApplication(ExitingAppenderApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.run(args);
		if (Arrays.toString(args).contains("synchronous")) {
			ExitingAppender.LOGGED.countDown();
		}
		for (int i = 0; i < 100; i++) {
			logger.error("event {}", i);
		}
		ExitingAppender.LOGGED.countDown();
		new CountDownLatch(1).await();
	}

}
