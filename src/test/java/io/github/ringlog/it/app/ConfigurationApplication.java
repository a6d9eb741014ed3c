package io.github.ringlog.it.app;

import java.util.Arrays;

import org.apache.logging.log4j.core.LoggerContext;
import org.slf4j.LoggerFactory;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Prints which configuration of Log4j is in force, what {@code logging.config} says, and
 * the names of the context and of the appenders of the root logger. As often as there are
 * arguments {@code next}: what is before one goes to an application that is closed before
 * the next one starts.
 */
public final class ConfigurationApplication {

	private ConfigurationApplication() {
	}

	public static void main(String[] args) {
		int start = 0;
		for (int i = 0; i <= args.length; i++) {
			if (i == args.length || args[i].equals("next")) {
				run(Arrays.copyOfRange(args, start, i));
				start = i + 1;
			}
		}
	}

	private static void run(String... args) {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(ConfigurationApplication.class)
			.web(WebApplicationType.NONE)
			.run(args)) {
			LoggerFactory.getLogger(ConfigurationApplication.class).info("The application runs");
			Report.print("location", String
				.valueOf(LoggerContext.getContext(false).getConfiguration().getConfigurationSource().getLocation()));
			Report.print("contextName", LoggerContext.getContext(false).getName());
			Report.print("rootAppenders", String
				.valueOf(LoggerContext.getContext(false).getConfiguration().getRootLogger().getAppenders().keySet()));
			Report.print("config", String.valueOf(context.getEnvironment().getProperty("logging.config")));
		}
	}

}
