package io.github.ringlog.it.app;

import java.util.concurrent.CountDownLatch;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Logs {@code routing.events} events for each of two tenants, says so, and logs no more.
 */
public final class RoutingApplication {

	private static final Logger logger = LoggerFactory.getLogger("routing");

	private RoutingApplication() {
	}

	public static void main(String[] args) throws InterruptedException {
		SpringApplication application = new SpringApplication(RoutingApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		ConfigurableApplicationContext context = application.run(args);
		int events = context.getEnvironment().getRequiredProperty("routing.events", Integer.class);
		for (String tenant : new String[] { "red", "blue" }) {
			MDC.put("tenant", tenant);
			for (int i = 0; i < events; i++) {
				logger.info("{} {} is an event", tenant, i);
			}
		}
		Report.print("logged", 2 * events);
		new CountDownLatch(1).await();
	}

}
