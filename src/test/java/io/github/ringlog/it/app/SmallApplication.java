package io.github.ringlog.it.app;

import org.apache.logging.log4j.core.LoggerContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Starts, configures logging again if {@code small.reconfigure} says so, logs a line,
 * prints another and ends.
 */
public final class SmallApplication {

	private static final Logger logger = LoggerFactory.getLogger(SmallApplication.class);

	private SmallApplication() {
	}

	public static void main(String[] args) {
		SpringApplication application = new SpringApplication(SmallApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		ConfigurableApplicationContext context = application.run(args);
		if (context.getEnvironment().getProperty("small.reconfigure", Boolean.class, false)) {
			LoggerContext.getContext(false).reconfigure();
		}
		logger.info("The application runs");
		System.out.println("asynchronous=" + isAsynchronous());
	}

	private static boolean isAsynchronous() {
		return Report.context() != null && Report.context().settings() != null && Report.context().settings().enabled();
	}

}
