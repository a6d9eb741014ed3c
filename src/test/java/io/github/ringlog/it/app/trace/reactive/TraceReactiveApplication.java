package io.github.ringlog.it.app.trace.reactive;

import io.github.ringlog.it.app.Report;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A server on Netty. Prints its port.
 */
@SpringBootApplication(proxyBeanMethods = false)
public final class TraceReactiveApplication {

	private TraceReactiveApplication() {
	}

	public static void main(String[] args) {
		ConfigurableApplicationContext context = SpringApplication.run(TraceReactiveApplication.class, args);
		Report.print("port", context.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
	}

}
