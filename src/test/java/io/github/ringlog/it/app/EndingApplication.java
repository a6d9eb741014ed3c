package io.github.ringlog.it.app;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

/**
 * Ends while it starts: with {@code System.exit} in a bean, or with an exception.
 */
public class EndingApplication implements InitializingBean {

	private static final Logger logger = LoggerFactory.getLogger(EndingApplication.class);

	private final ApplicationArguments arguments;

	EndingApplication(ApplicationArguments arguments) {
		this.arguments = arguments;
	}

	@Override
	public void afterPropertiesSet() {
		if (this.arguments.getNonOptionArgs().contains("exit")) {
			logger.info("the last event before the exit");
			System.exit(1);
		}
		logger.info("the last event before the failure");
		throw new IllegalStateException("thrown during start-up");
	}

	public static void main(String[] args) {
		SpringApplication application = new SpringApplication(EndingApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.run(args);
	}

}
