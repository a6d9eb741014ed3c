package io.github.ringlog.it.app.trace.servlet;

import io.github.ringlog.it.app.Report;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * A server, Tomcat or Jetty as the class path has it. Prints its port.
 */
@SpringBootApplication(proxyBeanMethods = false)
@EnableAsync
@EnableScheduling
public final class TraceServletApplication {

	private TraceServletApplication() {
	}

	public static void main(String[] args) {
		ConfigurableApplicationContext context = SpringApplication.run(TraceServletApplication.class, args);
		Report.print("port", context.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
	}

}
