package io.github.ringlog.it.app.web;

import io.github.ringlog.it.app.Report;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A server, on Spring MVC or on WebFlux as the class path has it, whose loggers are there
 * before Spring starts. Prints its port.
 */
@SpringBootApplication(proxyBeanMethods = false)
public final class WebApplication {

	static final EarlyLoggers EARLY_LOGGERS = new EarlyLoggers();

	private WebApplication() {
	}

	public static void main(String[] args) {
		ConfigurableApplicationContext context = SpringApplication.run(WebApplication.class, args);
		Report.printLog4j();
		Report.print("stack", context.getClass().getSimpleName());
		Report.print("port", context.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
	}

}
