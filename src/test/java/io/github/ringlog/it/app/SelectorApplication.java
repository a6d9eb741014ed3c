package io.github.ringlog.it.app;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

/**
 * Prints who has made the loggers.
 */
public final class SelectorApplication {

	private SelectorApplication() {
	}

	public static void main(String[] args) {
		SpringApplication application = new SpringApplication(SelectorApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.run(args);
		Report.printLog4j();
	}

}
