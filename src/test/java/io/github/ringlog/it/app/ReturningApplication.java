package io.github.ringlog.it.app;

import java.util.Arrays;

import org.apache.logging.log4j.LogManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Logs faster than the appender writes and returns from {@code main}: without Spring's
 * shutdown hook if an argument is {@code no-hook}, with Log4j shut down if one is
 * {@code shutdown}.
 */
public final class ReturningApplication {

	private static final Logger logger = LoggerFactory.getLogger("returning");

	private ReturningApplication() {
	}

	public static void main(String[] args) {
		SpringApplication application = new SpringApplication(ReturningApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.setRegisterShutdownHook(!Arrays.asList(args).contains("no-hook"));
		ConfigurableApplicationContext context = application.run(args);
		int events = context.getEnvironment().getRequiredProperty("returning.events", Integer.class);
		for (int i = 0; i < events; i++) {
			logger.info("main {} is an event", i);
		}
		Report.print("inRing", Report.context().statistics().used().orElse(0));
		if (Arrays.asList(args).contains("shutdown")) {
			LogManager.shutdown();
			int late = context.getEnvironment().getProperty("returning.late", Integer.class, 0);
			for (int i = 0; i < late; i++) {
				logger.info("late {}", i);
			}
		}
	}

}
